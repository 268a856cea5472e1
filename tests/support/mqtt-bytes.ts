// Encodes MQTT 3.1.1 packets, for packets that no client library would send, and for devices with minimal overhead.

interface Connect {
  clientId: string;
  secret: string;
  cleanSession?: boolean;
  will?: { topic: string; payload: string };
}

export function connectBytes({ clientId, secret, cleanSession = true, will }: Connect): Buffer {
  const flags = 0xc0 | (cleanSession ? 2 : 0) | (will ? 0x0c : 0);
  const parts = [text('MQTT'), Buffer.from([4, flags, 0, 0]), text(clientId)];
  if (will) parts.push(text(will.topic), text(will.payload));
  return packet(0x10, ...parts, text(clientId), text(secret));
}

interface Publish {
  topic: string;
  payload?: string | Buffer;
  qos?: 0 | 1 | 2;
  id?: number;
  retain?: boolean;
  dup?: boolean;
}

export function publishBytes({ topic, payload = '', qos = 1, id = 1, retain = false, dup = false }: Publish): Buffer {
  const head = 0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0);
  return packet(head, text(topic), ...(qos > 0 ? [number(id)] : []), Buffer.from(payload));
}

export const subscribeBytes = (filters: string[], qos = 1): Buffer =>
  packet(0x82, number(1), ...filters.flatMap((filter) => [text(filter), Buffer.from([qos])]));

/** A fixed header. @param length the remaining length that it announces */
export function headerBytes(head: number, length: number): Buffer {
  const digits: number[] = [];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    digits.push((rest % 128) | (rest > 127 ? 0x80 : 0));
    if (rest <= 127) return Buffer.from([head, ...digits]);
  }
}

function packet(head: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([headerBytes(head, body.length), body]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}

const number = (value: number): Buffer => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
