import { Counter, Gauge, type Registry } from 'prom-client';

export type DepthMetrics = ReturnType<typeof depthMetrics>;

export function depthMetrics(metrics: Registry) {
  const registers = [metrics];
  return {
    viewers: new Gauge({ name: 'depth_viewers', help: 'Pages that look at a depth stream', registers }),
    received: new Counter({ name: 'depth_frames_received_total', help: 'Depth frames of devices that are looked at', registers }),
    sent: new Counter({ name: 'depth_frames_sent_total', help: 'Depth frames sent to viewers', registers }),
    dropped: new Counter({
      name: 'depth_frames_dropped_total',
      help: 'Depth frames that went no further: overtaken by a newer one, of a foreign session, unreadable, or of a device nobody looks at',
      labelNames: ['reason'],
      registers,
    }),
  };
}
