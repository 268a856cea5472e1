import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import WebSocket from 'ws';
import { contract } from '../../contract';
import { DepthMessage, type DepthProfile, depthProtocols, type ViewerMessage } from '../../contract/depth';
import { type Frame, FrameError, frameReader } from '../../contract/depth-frame';
import type { DepthOptions } from '../../device-kit/depth';
import { eventually } from './eventually';
import type { TestPlatform } from './platform';

/** A small camera without noise, so that tests are fast and can expect exact depths. */
export const camera: DepthOptions = {
  width: 320,
  height: 240,
  fps: 30,
  noise: 'none',
  deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
};

type Message<Type extends DepthMessage['type']> = Extract<DepthMessage, { type: Type }>;

/** A viewer of a depth stream that follows the contract's protocol. */
export interface TestViewer {
  frames: Frame[];
  messages: DepthMessage[];
  /** Bytes of binary messages, decoded or not. */
  bytes: number;
  closed?: { code: number };
  say: (message: ViewerMessage) => void;
  raw: (text: string | Buffer) => void;
  /** Resolves with the first message of the type that fits, received already or later. */
  told: <Type extends DepthMessage['type']>(type: Type, fits?: (message: Message<Type>) => boolean) => Promise<Message<Type>>;
  frame: (fits?: (frame: Frame) => boolean) => Promise<Frame>;
  close: () => void;
}

interface Look {
  url: string;
  ticket: string;
  /** Acknowledges every frame (default), or none. */
  acks?: boolean;
  origin?: string;
  /** Connects to this port of localhost instead of the URL's host. */
  port?: number;
}

function firstOf<Type extends DepthMessage['type']>(
  messages: DepthMessage[],
  type: Type,
  fits: (message: Message<Type>) => boolean = () => true,
) {
  return messages.filter((message): message is Message<Type> => message.type === type).find(fits);
}

/** @throws Error with the HTTP status if the platform refuses the WebSocket */
export async function openViewer({ url, ticket, acks = true, origin, port }: Look): Promise<TestViewer> {
  const address = new URL(url);
  if (port) address.host = `127.0.0.1:${port}`;
  const socket = new WebSocket(address, depthProtocols(ticket), { origin, perMessageDeflate: false });
  const read = frameReader();
  const viewer: TestViewer = {
    frames: [],
    messages: [],
    bytes: 0,
    say: (message) => socket.send(JSON.stringify(message)),
    raw: (text) => socket.send(text),
    told: (type, fits) =>
      eventually(() => firstOf(viewer.messages, type, fits) as NonNullable<ReturnType<typeof firstOf<typeof type>>>, Boolean),
    frame: (fits = () => true) => eventually(() => viewer.frames.find(fits) as Frame, Boolean),
    close: () => socket.close(),
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return void viewer.messages.push(DepthMessage.parse(JSON.parse(data.toString())));
    viewer.bytes += data.length;
    const frame = read(data);
    if (frame instanceof FrameError) throw frame;
    viewer.frames.push(frame);
    if (acks) viewer.say({ type: 'ack', seq: frame.header.seq });
  });
  socket.on('close', (code) => {
    viewer.closed = { code };
  });
  await new Promise<void>((opened, failed) => {
    socket.once('open', opened);
    socket.once('unexpected-response', (_, { statusCode }) => failed(new Error(`${statusCode}`)));
    socket.once('error', failed);
  });
  if (socket.protocol !== 'depth.v1') throw new Error(`the platform answered with ${socket.protocol}`);
  return viewer;
}

export async function listen({ app }: Pick<TestPlatform, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Creates an account with a project and a device, with functions to get tickets and to open viewers. */
export async function depthStage(stage: TestPlatform, port: number) {
  const person = await stage.signIn();
  const { call } = person;
  const { data: project } = await call(contract.application.create, { body: { name: `深度 ${person.id}`, categoryId: 1 } });
  const { appKey } = project;
  const { secret } = (await call(contract.device.create, { params: { appKey }, body: { sn: 'CAM' } })).data;
  const params = { appKey, sn: 'CAM' };
  const ticket = async (profile?: DepthProfile) =>
    (await call(contract.depth.ticket, { params, body: { profile } }, { host: `127.0.0.1:${port}` })).data;
  const view = async (profile?: DepthProfile, look: Partial<Look> = {}) => openViewer({ ...(await ticket(profile)), ...look });
  return { ...person, project, appKey, sn: 'CAM', secret, params, ticket, view };
}
