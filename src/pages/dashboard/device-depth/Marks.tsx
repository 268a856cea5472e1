import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { distanceBetween, mmText } from './measure';
import { useMeasured, useViewerState } from './useViewer';
import type { Place } from './viewer';

/** On the picture: the crosshair, the two points of a distance and the line between them, the rectangle of a region. */
export function Marks() {
  const { cursor, points, region, tool } = useViewerState();
  const [a, b] = points;
  const [left, top] = region ? [Math.min(region.from.u, region.to.u), Math.min(region.from.v, region.to.v)] : [0, 0];
  return (
    <>
      {cursor && <i className="depth-cross" style={at(cursor)} />}
      {tool === 'distance' && (
        <>
          {a && b && (
            <svg className="depth-line" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <path className="under" d={`M${a.u} ${a.v}L${b.u} ${b.v}`} />
              <path d={`M${a.u} ${a.v}L${b.u} ${b.v}`} />
            </svg>
          )}
          {points.map((point, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by their order
            <i key={i} className="depth-dot" style={at(point)} />
          ))}
          {a && b && <DistanceLabel a={a} b={b} />}
        </>
      )}
      {tool === 'region' && region && (
        <i
          className="depth-rect"
          style={{
            ...at({ u: left, v: top }),
            width: percent(Math.abs(region.to.u - region.from.u)),
            height: percent(Math.abs(region.to.v - region.from.v)),
          }}
        />
      )}
    </>
  );
}

function DistanceLabel({ a, b }: { a: Place; b: Place }) {
  const t = useTexts(depthTexts);
  const picture = useMeasured();
  const mm = picture && distanceBetween(picture, [a, b]);
  return (
    <span className="depth-label" style={at({ u: (a.u + b.u) / 2, v: (a.v + b.v) / 2 })}>
      {mm === undefined ? t.noDepth : t.mm(mmText(mm))}
    </span>
  );
}

const percent = (share: number) => `${100 * share}%`;
const at = ({ u, v }: Place) => ({ left: percent(u), top: percent(v) });
