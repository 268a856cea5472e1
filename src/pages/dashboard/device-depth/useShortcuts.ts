import { useEffect, useRef } from 'react';
import { paletteNames } from './depth/palette';
import type { ClipPlayer } from './useClip';
import type { useSaving } from './useSaving';
import type { Viewer } from './viewer';

interface Shortcuts {
  viewer: Viewer;
  player: ClipPlayer;
  saving: ReturnType<typeof useSaving>;
  hasCloud: boolean;
  /** Picture or cloud, to which the arrow keys belong. */
  sceneNow: () => HTMLElement | null | undefined;
  onFull: () => void;
  onHelp: () => void;
  onLeave: () => void;
}

/** The keys of the page, wherever the focus is but in a list or a dialog. The table of them: Help.tsx. */
export function useShortcuts(what: Shortcuts): void {
  const now = useRef(what);
  now.current = what;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector('dialog[open]')) return;
      if (target.matches('select') || target.closest('[role=dialog]')) return;
      if (event.key.startsWith('Arrow') && target.matches('body, main')) {
        // With Shift it marks more of a text that is marked.
        const isMarking = event.shiftKey && document.getSelection()?.isCollapsed === false;
        return isMarking ? undefined : handOver(event, now.current.sceneNow());
      }
      // The space bar presses what has the focus, if that can be pressed.
      if (event.key === ' ' && target.matches('button, a, [type=checkbox], [type=file]')) return;
      // Letters, digits and signs come by themselves when one dictates: who does can switch them off.
      if (event.key.length === 1 && event.key !== ' ' && !now.current.viewer.state.hasKeys) return;
      const does = actionsOf(now.current)[event.key.toLowerCase()];
      if (!does) return;
      event.preventDefault();
      does(event.shiftKey);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** As if the scene had had the focus when the key was pressed. */
function handOver(event: KeyboardEvent, scene?: HTMLElement | null) {
  if (!scene) return;
  event.preventDefault();
  scene.focus({ preventScroll: true });
  scene.dispatchEvent(new KeyboardEvent('keydown', event));
}

function actionsOf({
  viewer,
  player,
  saving,
  hasCloud,
  onFull,
  onHelp,
  onLeave,
}: Omit<Shortcuts, 'sceneNow'>): Record<string, (isShifted: boolean) => void> {
  const { state, change } = viewer;
  const clear = () => change({ points: [], region: undefined });
  return {
    ' ': () => (player.clip ? player.play(!player.isPlaying) : viewer.freeze(!state.isFrozen)),
    '1': () => change({ tool: 'point' }),
    '2': () => change({ tool: 'distance' }),
    '3': () => change({ tool: 'region' }),
    c: clear,
    p: () => change({ palette: paletteNames[(paletteNames.indexOf(state.palette) + 1) % paletteNames.length] ?? 'turbo' }),
    f: viewer.fitRange,
    a: () => change({ isAuto: !state.isAuto }),
    e: () => change({ equalise: !state.equalise }),
    i: () => change({ invert: !state.invert }),
    s: (isShifted) => void (isShifted ? saving.raw() : saving.png()),
    k: () => (player.isRecording || state.stream === 'live') && !player.clip && player.record(!player.isRecording),
    v: () => hasCloud && change({ view: state.view === 'cloud' ? 'picture' : 'cloud' }),
    g: onFull,
    '?': onHelp,
    // What has been begun is undone first.
    escape: () => {
      if (state.points.length > 0 || state.region) clear();
      else if (player.isRecording) player.record(false);
      else if (player.isAsked) player.keep();
      else if (player.clip) player.close();
      else onLeave();
    },
  };
}
