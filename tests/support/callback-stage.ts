import { makeProject, type Project } from './callbacks';
import { startPlatform, type TestPlatform } from './platform';
import { type Receiver, startReceiver } from './receiver';

export const SECOND = 1000;
export const DAY = 86_400 * SECOND;

// Created anew for each test.
export let platform: TestPlatform;
export let receiver: Receiver;
export let project: Project;
/** The webhook's secret, to verify signatures. */
export let secret: string;

/** Prepares for each test of a file a project whose callbacks go to a receiver. */
export function setCallbackStage() {
  beforeEach(async () => {
    platform = await startPlatform({ publicUrl: 'https://iot.example.com' });
    receiver = await startReceiver();
    project = await makeProject(platform);
    secret = await project.subscribe(receiver.url);
  });
  afterEach(async () => {
    await receiver.close();
    await platform.close();
  });
}

/** Waits until all due callbacks have been sent and recorded. */
export const settle = () => platform.platform.settle();
