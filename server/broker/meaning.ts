import { z } from 'zod';
import {
  Birth,
  ConfigGet,
  ConfigReport,
  MAX_PAYLOAD_BYTES,
  NamedEvent,
  Telemetry,
  UpgradeProgress,
  type UpTopic,
} from '../../contract/topics';
import type { Happening } from './entry';
import { readJson, tooLarge } from './payload';

const Anything = z.looseObject({});

interface Meaning {
  happening?: Happening;
  /** The version it says it runs. */
  packet?: { name: string; version: string };
  /** What it says of its camera, JSON; `null`: it has none. */
  camera?: string;
  /** The version of its configuration; it asks for a newer one. */
  asks?: number;
  /** What it says of its configuration: a happening once the secrets are out of it. */
  report?: ConfigReport;
  /** How far it says it is with an upgrade. */
  progress?: UpgradeProgress;
}

/** What a message means for its device's story; nothing of it is kept where nothing is returned. @throws PayloadError */
export function meaningOf({ name, event }: UpTopic, payload: Buffer): Meaning {
  if (payload.length > MAX_PAYLOAD_BYTES) throw tooLarge(MAX_PAYLOAD_BYTES);
  switch (name) {
    case 'status': {
      const { value, text } = readJson(payload, Birth);
      // The will, or a farewell: the end of the connection itself is what counts.
      if (value.online === false) return {};
      return { happening: { type: 'device.status', data: text }, packet: value.packet, camera: JSON.stringify(value.depth ?? null) };
    }
    case 'telemetry':
      return { happening: { type: 'device.telemetry', data: readJson(payload, Telemetry).text } };
    case 'event':
      return { happening: { type: 'device.event', name: event, data: readJson(payload, NamedEvent).text } };
    case 'config/get':
      return { asks: readJson(payload, ConfigGet).value.version };
    case 'config/reported':
      return { report: readJson(payload, ConfigReport).value };
    case 'upgrade/progress': {
      const { value: progress, text } = readJson(payload, UpgradeProgress);
      // `running` is what the platform saw itself (upgrade/heard.ts).
      const data = 'running' in progress ? JSON.stringify({ ...progress, running: undefined }) : text;
      if (progress.stage === 'succeeded') return { happening: { type: 'device.upgrade.succeeded', data }, progress };
      return progress.stage === 'failed' ? { happening: { type: 'device.upgrade.failed', data }, progress } : { progress };
    }
    default:
      readJson(payload, Anything);
      return {};
  }
}
