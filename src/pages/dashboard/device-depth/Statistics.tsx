import { useEffect, useState } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import type { Meter, StreamStatistics } from './stream/meter';
import { useViewerState } from './useViewer';

const EVERY_MS = 500;

/** The statistics of the stream, updated twice a second. */
export function useStatistics(meter: Meter): StreamStatistics {
  const [statistics, setStatistics] = useState(() => meter.read(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setStatistics(meter.read(Date.now())), EVERY_MS);
    return () => clearInterval(timer);
  }, [meter]);
  return statistics;
}

/** The stream's statistics as text, and as `data-value` for automated measurements. */
export function Statistics({ meter }: { meter: Meter }) {
  const t = useTexts(depthTexts);
  const { size, stream, isFrozen } = useViewerState();
  const { shownFps, sensorFps, latency, dropped, refused, bitsPerSecond, decodeMs, viewers } = useStatistics(meter);
  // Without a stream there are no values.
  const isStreaming = stream === 'live' || stream === 'stalled';
  const ofStream = (text: string) => (isStreaming ? text : '–');
  const fps = (value?: number) => (value === undefined ? '–' : ofStream(t.fps(value.toFixed(1))));
  // A frozen picture is repainted on changes of its display, so its rate means nothing.
  const isMoving = isStreaming && !isFrozen;
  const facts: [id: string, name: string, value: number | undefined, text: string][] = [
    ['shown-fps', t.shownFps, shownFps, isMoving ? fps(shownFps) : '–'],
    ['sensor-fps', t.sensorFps, sensorFps, fps(sensorFps)],
    [
      'latency-median',
      t.latency,
      latency?.medianMs,
      latency && isMoving ? `${latency.isEstimated ? '≈ ' : ''}${t.ms(latency.medianMs.toFixed(0))}` : '–',
    ],
    ['latency-p95', t.latencyP95, latency?.p95Ms, latency && isMoving ? t.ms(latency.p95Ms.toFixed(0)) : '–'],
    ['dropped', t.dropped, dropped, String(dropped)],
    ['bandwidth', t.bandwidth, bitsPerSecond, bitsPerSecond === undefined ? '–' : ofStream(t.mbps((bitsPerSecond / 1e6).toFixed(1)))],
    ['decode', t.decode, decodeMs, ofStream(t.ms(decodeMs.toFixed(1)))],
    ...(refused > 0 ? [['refused', t.refusedFrames, refused, String(refused)] as [string, string, number, string]] : []),
    ['size', t.size, size?.width, size ? `${size.width} × ${size.height}` : '–'],
    ['viewers', t.viewers, viewers, viewers === undefined ? '–' : String(viewers)],
  ];
  return (
    <dl className="depth-facts" title={latency?.isEstimated ? t.estimated : undefined} aria-label={t.statistics}>
      {facts.map(([id, name, value, text]) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd className="number" data-statistic={id} data-value={value}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
