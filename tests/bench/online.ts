import { connectAsync } from 'mqtt';
import { openStream } from '../support/stream';
import { stagePlatform } from './mqtt-support';
import { median, ms, type Row } from './row';

const DEVICES = 20;

/** The delay from a device's CONNACK to the event on an open page, and the same for a broken connection. */
export default async function online(): Promise<Row[]> {
  const { platform, devices, port, close } = await stagePlatform(DEVICES);
  if (!platform) throw new Error('there is no platform');
  const page = await openStream({ base: platform.url, ...platform });
  const shown: number[] = [];
  const gone: number[] = [];
  for (const { clientId, secret } of devices) {
    const line = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId, username: clientId, password: secret, reconnectPeriod: 0 });
    const connectedAt = performance.now();
    await page.next('device', ({ state }) => state === 'online');
    shown.push(performance.now() - connectedAt);
    line.stream.destroy();
    const brokeOffAt = performance.now();
    await page.next('device', ({ state }) => state === 'offline');
    gone.push(performance.now() - brokeOffAt);
  }
  page.close();
  await close();
  return [
    {
      what: 'a device connects: open pages show it after',
      measured: ms(median(shown)),
      goal: '≤ 1 s',
      note: 'from CONNACK to the message of the stream',
    },
    { what: 'a device breaks off: open pages show it after', measured: ms(median(gone)), goal: '≤ 10 s', note: `median of ${DEVICES}` },
  ];
}
