import { connect as open, type Socket } from 'node:net';
import { connectBytes, publishBytes } from '../support/mqtt-bytes';

// Minimal devices that write encoded MQTT 3.1.1 packets from their own process, so that the broker is the bottleneck.
// The benchmark sends tasks as messages to this process.

export interface Device {
  clientId: string;
  secret: string;
  topic: string;
}

export type Task =
  | { do: 'connect'; port: number; devices: Device[]; atOnce: number }
  | { do: 'publish'; inFlight: number; forMs: number; most: number; payload: string }
  | { do: 'guess'; port: number; clientId: string; perSecond: number; forMs: number };

export type Outcome = { connected: number; tookMs: number } | { acknowledged: number; tookMs: number } | { guessed: number };

interface Line {
  socket: Socket;
  device: Device;
  onAck: () => void;
}

const lines: Line[] = [];

process.on('message', async (task: Task) => {
  const startedAt = performance.now();
  const tookMs = () => performance.now() - startedAt;
  if (task.do === 'connect') {
    const rest = task.devices.values();
    const connectOneByOne = async () => {
      for (const device of rest) lines.push(await connect(task.port, device));
    };
    await Promise.all(Array.from({ length: task.atOnce }, connectOneByOne));
    answer({ connected: lines.length, tookMs: tookMs() });
  } else if (task.do === 'publish') {
    const counts = await Promise.all(lines.map((line) => publish(line, task)));
    answer({ acknowledged: counts.reduce((sum, count) => sum + count, 0), tookMs: tookMs() });
  } else {
    answer({ guessed: await guess(task) });
  }
});

const answer = (outcome: Outcome) => process.send?.(outcome);

function connect(port: number, device: Device): Promise<Line> {
  return new Promise((connected, failed) => {
    const socket = open({ port, host: '127.0.0.1', noDelay: true });
    const line: Line = { socket, device, onAck: () => {} };
    socket.on('connect', () => socket.write(connectBytes(device)));
    socket.on('error', failed);
    socket.once('data', ([type, , , code]) => {
      if (type !== 0x20 || code !== 0) return failed(new Error(`refused with ${code}`));
      // After the CONNACK only PUBACKs arrive, of four bytes each.
      let bytes = 0;
      socket.on('data', (data) => {
        for (bytes += data.length; bytes >= 4; bytes -= 4) line.onAck();
      });
      connected(line);
    });
  });
}

/** Publishes from one device, with `inFlight` unacknowledged messages at a time. @returns the number of acknowledged messages */
function publish(line: Line, { inFlight, forMs, most, payload }: Extract<Task, { do: 'publish' }>): Promise<number> {
  return new Promise((finished) => {
    const until = performance.now() + forMs;
    let sent = 0;
    let acknowledged = 0;
    const say = () => {
      sent++;
      line.socket.write(publishBytes({ topic: line.device.topic, payload, id: sent }));
    };
    line.onAck = () => {
      acknowledged++;
      if (performance.now() < until && sent < most) say();
      else if (acknowledged === sent) finished(acknowledged);
    };
    for (let n = 0; n < inFlight; n++) say();
  });
}

/** Tries wrong secrets at a rate. @returns the number of refusals */
async function guess({ port, clientId, perSecond, forMs }: Extract<Task, { do: 'guess' }>): Promise<number> {
  const wrong = { clientId, secret: 'wrong', topic: '' };
  const tries: Promise<unknown>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < forMs) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    while (tries.length < due) tries.push(connect(port, wrong).catch((error: Error) => error.message === 'refused with 4'));
    await new Promise((next) => setTimeout(next, 5));
  }
  return (await Promise.all(tries)).filter((refused) => refused === true).length;
}
