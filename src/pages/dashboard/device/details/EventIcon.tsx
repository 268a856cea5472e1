import { type DeviceEvent, type EventType, isPartial } from '@contract/event';

type Look = readonly [tone: 'good' | 'quiet' | 'bad' | 'warn' | 'plain', path: string];

const EXCLAMATION = 'M8 3.5v5.5M8 12v.2';

// Distinct shapes, because colour alone is not accessible.
const looks: Record<EventType, Look> = {
  'device.online': ['good', 'M8 12.5v-9M4.5 7 8 3.5 11.5 7'],
  'device.offline': ['quiet', 'M8 3.5v9M4.5 9 8 12.5 11.5 9'],
  'device.refused': ['bad', 'M4.5 4.5l7 7M11.5 4.5l-7 7'],
  'device.subscription.refused': ['bad', 'M4.5 4.5l7 7M11.5 4.5l-7 7'],
  'device.invalid': ['warn', EXCLAMATION],
  'device.status': ['plain', 'M3.5 4.5h9v7h-9zM6 8h4'],
  'device.telemetry': ['plain', 'M2.5 9c1.8 0 1.8-4 3.6-4s2 6 3.8 6 1.8-4 3.6-4'],
  'device.event': ['plain', 'M9 2.5 4.5 9H8l-1 4.5L11.5 7H8z'],
  'device.config.applied': ['good', 'M3.5 8.5 6.5 11.5 12.5 5'],
  'device.config.rejected': ['bad', EXCLAMATION],
  'device.upgrade.succeeded': ['good', 'M4 13h8M8 10.5V3M5 6l3-3 3 3'],
  'device.upgrade.failed': ['bad', 'M4 13h8M8 3v7.5M5 7.5l3 3 3-3'],
  'device.depth.watched': ['plain', 'M2 8c2-3 4-4.5 6-4.5s4 1.5 6 4.5c-2 3-4 4.5-6 4.5s-4-1.5-6-4.5zM8 7v2'],
};

const partial: Look = ['warn', EXCLAMATION];

export function EventIcon({ event }: { event: DeviceEvent }) {
  const [tone, path] = isPartial(event) ? partial : looks[event.type];
  return (
    <svg className="event-icon" data-tone={tone} viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
