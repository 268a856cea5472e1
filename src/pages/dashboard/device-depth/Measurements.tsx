import type { ReactNode } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { distanceBetween, mmText, readingAt, statisticsIn } from './measure';
import { isTouch } from './touch';
import { useMeasured, useOtherSide, useReading, useViewerState } from './useViewer';
import type { Picture, Tool } from './viewer';

/** The results of the current tool. Rows keep their space, so that nothing moves when the pointer comes and goes. */
export function Measurements() {
  const t = useTexts(depthTexts);
  const { tool, compare } = useViewerState();
  const picture = useMeasured();
  return (
    <div className="depth-measured" data-tool={tool} data-compared={compare !== 'off'}>
      {!picture ? (
        <How of={tool} />
      ) : tool === 'distance' ? (
        <Distance picture={picture} />
      ) : tool === 'region' ? (
        <RegionFacts picture={picture} />
      ) : (
        <Point />
      )}
      {compare !== 'off' && tool !== 'point' && <p className="depth-hint">{t.onFrozen}</p>}
    </div>
  );
}

function Point() {
  const t = useTexts(depthTexts);
  const otherSide = useOtherSide();
  const reading = useReading();
  if (!reading) return <How of="point" />;
  const { compared } = reading;
  const { mm, point, pixel } = reading.pointed;
  const { difference, isDifference } = compared ?? {};
  const mmOf = (depth: number) => (depth > 0 ? t.mm(mmText(depth)) : t.noDepth);
  return (
    <>
      {isDifference ? <Big value={difference} label={t.compareDifference} /> : <Big value={mm > 0 ? mmText(mm) : undefined} />}
      {point && !isDifference && (
        <Facts
          facts={[
            ['X', t.mm(mmText(point.x))],
            ['Y', t.mm(mmText(point.y))],
            ['Z', t.mm(mmText(point.z))],
          ]}
        />
      )}
      {compared && (
        <Facts
          facts={[
            [t.frozenSide, mmOf(compared.frozen)],
            [otherSide, mmOf(compared.now)],
            ...(isDifference ? [] : [[t.compareDifference, difference === undefined ? '–' : t.mm(difference)] as const]),
          ]}
        />
      )}
      {mm > 0 && !point && <p className="depth-hint">{t.noIntrinsics}</p>}
      <p className="depth-hint number">{t.at(pixel.x, pixel.y)}</p>
    </>
  );
}

function Distance({ picture }: { picture: Picture }) {
  const t = useTexts(depthTexts);
  const { points, view } = useViewerState();
  const [a, b] = points;
  if (!picture.intrinsics) return <p className="depth-hint">{t.noIntrinsics}</p>;
  if (!a || !b) return a && view !== 'cloud' ? <p className="depth-hint">{t.second}</p> : <How of="distance" />;
  const [from, to] = [readingAt(picture, a), readingAt(picture, b)];
  const mm = distanceBetween(picture, [a, b]);
  return (
    <>
      <Big value={mm === undefined ? undefined : mmText(mm)} />
      <Facts
        facts={[
          [`${t.depthOf} 1`, from.mm > 0 ? t.mm(mmText(from.mm)) : t.noDepth],
          [`${t.depthOf} 2`, to.mm > 0 ? t.mm(mmText(to.mm)) : t.noDepth],
          ...(mm === undefined ? [] : [[t.heightDifference, t.mm(mmText(to.mm - from.mm))] as const]),
        ]}
      />
    </>
  );
}

function RegionFacts({ picture }: { picture: Picture }) {
  const t = useTexts(depthTexts);
  const { region } = useViewerState();
  if (!region) return <How of="region" />;
  const { pixels, fill, min, median, max, mean, spread } = statisticsIn(picture, region);
  const facts: Fact[] = [
    [t.min, t.mm(mmText(min))],
    [t.max, t.mm(mmText(max))],
    [t.mean, t.mm(mmText(mean, 1))],
    [t.spread, t.mm(mmText(spread, 1))],
  ];
  return (
    <>
      <Big value={fill > 0 ? mmText(median) : undefined} label={t.median} />
      <Facts facts={[...(fill > 0 ? facts : []), [t.fill, `${(100 * fill).toFixed(1)}%`], [t.pixels, mmText(pixels)]]} />
    </>
  );
}

/** How to use a tool, if it is usable: the cloud has no points to pick, and touch screens no arrow keys. */
function How({ of }: { of: Tool }) {
  const t = useTexts(depthTexts);
  const { view } = useViewerState();
  return <p className="depth-hint">{view === 'cloud' ? t.cloudToolHow : of === 'point' && isTouch() ? t.pointTouchHow : t[`${of}How`]}</p>;
}

function Big({ value, label }: { value?: string; label?: string }) {
  const t = useTexts(depthTexts);
  return (
    <p className="depth-big number" data-measured={value?.replaceAll(',', '')}>
      {value === undefined ? (
        <span>{t.noDepth}</span>
      ) : (
        <>
          {value} <small>mm</small> {label && <small>{label}</small>}
        </>
      )}
    </p>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="depth-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
