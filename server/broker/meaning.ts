import { z } from 'zod';
import { Birth, MAX_PAYLOAD_BYTES, NamedEvent, Telemetry, type UpTopic } from '../../contract/topics';
import type { Happening } from './entry';
import { PayloadError, readJson } from './payload';

const ConfigReport = z.looseObject({
  version: z.int(),
  state: z.unknown(),
  result: z.enum(['ok', 'partial', 'rejected']),
  errors: z.unknown(),
});
const UpgradeProgress = z.looseObject({ packetId: z.int(), stage: z.string().max(32) });
const Anything = z.looseObject({});

interface Meaning {
  happening?: Happening;
  /** The version it says it runs. */
  packet?: { name: string; version: string };
}

/** What a message means for its device's story; nothing of it is kept where nothing is returned. @throws PayloadError */
export function meaningOf({ name, event }: UpTopic, payload: Buffer): Meaning {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new PayloadError('wrong-shape', `more than ${MAX_PAYLOAD_BYTES} bytes`);
  switch (name) {
    case 'status': {
      const { value, text } = readJson(payload, Birth);
      // The will, or a farewell: the end of the connection itself is what counts.
      if (value.online === false) return {};
      return { happening: { type: 'device.status', data: text }, packet: value.packet };
    }
    case 'telemetry':
      return { happening: { type: 'device.telemetry', data: readJson(payload, Telemetry).text } };
    case 'event':
      return { happening: { type: 'device.event', name: event, data: readJson(payload, NamedEvent).text } };
    case 'config/reported': {
      const { value, text } = readJson(payload, ConfigReport);
      return { happening: { type: value.result === 'rejected' ? 'device.config.rejected' : 'device.config.applied', data: text } };
    }
    case 'upgrade/progress': {
      const { value, text } = readJson(payload, UpgradeProgress);
      if (value.stage === 'succeeded') return { happening: { type: 'device.upgrade.succeeded', data: text } };
      return value.stage === 'failed' ? { happening: { type: 'device.upgrade.failed', data: text } } : {};
    }
    default:
      readJson(payload, Anything);
      return {};
  }
}
