import { DepthProfile, depthProfiles } from '@contract/depth';
import { Link } from '@umijs/max';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { DIFFERENCE_MM } from './colouring';
import { Action, Choice, Section, Switch } from './controls';
import { gradientOf, paletteNames } from './depth/palette';
import { Icon } from './icons';
import { Measurements } from './Measurements';
import { Statistics } from './Statistics';
import type { Meter } from './stream/meter';
import type { ClipPlayer } from './useClip';
import type { useSaving } from './useSaving';
import { usePictures, useViewer, useViewerState } from './useViewer';
import type { ViewerState } from './viewer';

interface PanelProps {
  appKey: string;
  sn: string;
  meter: Meter;
  player: ClipPlayer;
  saving: ReturnType<typeof useSaving>;
  wish: (profile: DepthProfile) => void;
}

/** The tools for the picture, in their usual order of use. */
export function Panel({ appKey, sn, meter, player, saving, wish }: PanelProps) {
  return (
    <>
      <Measuring />
      <Look />
      <Freezing isReplay={player.clip !== undefined} />
      <Saving player={player} saving={saving} />
      {!player.clip && <Stream appKey={appKey} sn={sn} meter={meter} wish={wish} />}
    </>
  );
}

function Measuring() {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { tool, points, region } = useViewerState();
  const isClear = tool === 'point' || (tool === 'distance' ? points.length === 0 : !region);
  return (
    <Section
      title={t.measure}
      aside={
        !isClear && (
          <button type="button" className="depth-chip" onClick={() => viewer.change({ points: [], region: undefined })}>
            {t.clear}
          </button>
        )
      }
    >
      <Choice
        label={t.measure}
        value={tool}
        options={[
          { value: 'point', label: t.point, icon: 'point' },
          { value: 'distance', label: t.distance, icon: 'distance' },
          { value: 'region', label: t.region, icon: 'region' },
        ]}
        onChange={(tool) => viewer.change({ tool })}
      />
      <Measurements />
    </Section>
  );
}

function Look() {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { palette, equalise, invert } = useViewerState();
  return (
    <Section title={t.look}>
      <fieldset className="depth-palettes" aria-label={t.palette}>
        {paletteNames.map((name) => (
          <label key={name} title={t[name]}>
            <input
              type="radio"
              name="palette"
              aria-label={t[name]}
              checked={palette === name}
              onChange={() => viewer.change({ palette: name })}
            />
            <i style={{ backgroundImage: gradientOf(name) }} />
          </label>
        ))}
      </fieldset>
      <Switch label={t.equalise} hint="E" isOn={equalise} onChange={(isOn) => viewer.change({ equalise: isOn })} />
      <Switch label={t.invert} hint="I" isOn={invert} onChange={(isOn) => viewer.change({ invert: isOn })} />
    </Section>
  );
}

function Freezing({ isReplay }: { isReplay: boolean }) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { isFrozen, compare, size, view } = useViewerState();
  usePictures(500);
  const [live, shown] = [viewer.live(), viewer.shown()];
  const isSameSize = live?.width === shown?.width && live?.height === shown?.height;
  const hasBoth = isFrozen && live !== undefined;
  const isPicture = hasBoth && view === 'picture';
  return (
    <Section title={t.freezeAndCompare}>
      <Action
        icon={isFrozen ? 'play' : 'freeze'}
        label={isFrozen ? (isReplay ? t.backToReplay : t.unfreeze) : t.freeze}
        hint="Space"
        isPressed={isFrozen}
        isDisabled={!size}
        onClick={() => viewer.freeze(!isFrozen)}
      />
      {hasBoth && view === 'cloud' && <p className="depth-hint">{t.cloudCompareHow}</p>}
      {isPicture && (
        <Choice
          label={t.compare}
          value={compare}
          options={[
            { value: 'off', label: t.compareOff },
            { value: 'side', label: t.compareSide },
            { value: 'wipe', label: t.compareWipe },
            { value: 'difference', label: t.compareDifference },
          ]}
          onChange={(compare) => viewer.change({ compare })}
        />
      )}
      {isPicture && !isSameSize && <p className="depth-hint">{t.sizesDiffer}</p>}
      {isPicture && isSameSize && compare === 'difference' && <p className="depth-hint">{t.differenceKey(DIFFERENCE_MM)}</p>}
    </Section>
  );
}

function Saving({ player, saving }: Pick<PanelProps, 'player' | 'saving'>) {
  const t = useTexts(depthTexts);
  const { size, stream } = useViewerState();
  const { isRecording, clip } = player;
  usePictures(250);
  const seconds = Math.floor(player.recordedMs() / 1000);
  return (
    <Section title={t.saving}>
      {/* Keeps the focus: the record button and the clip replace each other, and a neighbour must not be pressed instead. */}
      <div data-keeps-focus>
        <div className="depth-actions">
          <Action icon="camera" label={t.savePng} hint="S" isDisabled={!size} onClick={saving.png} />
          <Action icon="raw" label={t.saveRaw} hint="Shift+S" isDisabled={!size} onClick={saving.raw} />
          <Action icon="cloud" label={t.savePly} isDisabled={!size?.hasIntrinsics} onClick={saving.ply} />
          <label className="depth-action">
            <input
              type="file"
              accept=".dpth"
              disabled={isRecording}
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void player.open(file);
                target.value = '';
              }}
            />
            <Icon name="open" />
            <span>{t.openClip}</span>
          </label>
        </div>
        {!clip && (
          <Action
            className="depth-record"
            icon={isRecording ? 'stop' : 'record'}
            label={isRecording ? t.recording(seconds) : t.record}
            hint="K"
            isPressed={isRecording}
            isDisabled={stream !== 'live' && !isRecording}
            onClick={() => player.record(!isRecording)}
          />
        )}
      </div>
    </Section>
  );
}

function Stream({ appKey, sn, meter, wish }: Pick<PanelProps, 'appKey' | 'sn' | 'meter' | 'wish'>) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { profile, streaming, camera, stream } = useViewerState();
  const nameOf = (name: DepthProfile) => {
    const { size, fps } = streamOf(name, camera);
    return t.profileOf(size || t.native, fps);
  };

  function choose(chosen: DepthProfile) {
    viewer.change({ profile: chosen });
    wish(chosen);
  }

  return (
    <Section title={t.stream}>
      <select
        className="depth-select"
        aria-label={t.profile}
        value={profile}
        onChange={({ target }) => choose(target.value as DepthProfile)}
      >
        {profilesFor(camera, profile).map((name) => (
          <option key={name} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </select>
      <p className="depth-hint">
        {camera && t.deviceMost(unbroken(`${camera.width} × ${camera.height}`), camera.fps)}
        {stream !== 'missing' && <Link to={`/dashboard/${appKey}/device/${sn}/config`}>{t.toConfig}</Link>}
      </p>
      {streaming && streaming !== profile && <p className="depth-hint">{t.streamingMore(unbroken(nameOf(streaming)))}</p>}
      <Statistics meter={meter} />
    </Section>
  );
}

/** Prevents line breaks within a size. */
const unbroken = (size: string) => size.replaceAll(' ', '\u00a0');

type Camera = ViewerState['camera'];

/** What the device sends for a profile: an integer fraction of its resolution, and at most its frame rate. */
function streamOf(name: DepthProfile, camera: Camera) {
  const { width, height, fps } = depthProfiles[name];
  if (!camera) return { size: width && `${width} × ${height}`, fps };
  const step = Math.max(1, Math.ceil(camera.width / (width ?? camera.width)), Math.ceil(camera.height / (height ?? camera.height)));
  return { size: `${Math.floor(camera.width / step)} × ${Math.floor(camera.height / step)}`, fps: Math.min(fps, camera.fps) };
}

/** The profiles without duplicates for this camera: of equal ones the smallest, or the chosen one. */
function profilesFor(camera: Camera, chosen: DepthProfile): DepthProfile[] {
  const byStream = new Map<string, DepthProfile>();
  for (const name of DepthProfile.options) {
    const stream = JSON.stringify(streamOf(name, camera));
    if (!byStream.has(stream) || name === chosen) byStream.set(stream, name);
  }
  return [...byStream.values()];
}
