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
  /** The picture or the cloud, which handles the arrow keys. */
  sceneNow: () => HTMLElement | null | undefined;
  onFull: () => void;
  onHelp: () => void;
  onLeave: () => void;
}

/** Keyboard shortcuts of the page, unless the focus is in a select or a dialog. They are listed in Help.tsx. */
export function useShortcuts(what: Shortcuts): void {
  const now = useRef(what);
  now.current = what;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector('dialog[open]')) return;
      if (target.matches('select') || target.closest('[role=dialog]')) return;
      if (event.key.startsWith('Arrow') && target.matches('body, main')) {
        // Shift with an arrow key extends an existing text selection.
        const isMarking = event.shiftKey && document.getSelection()?.isCollapsed === false;
        return isMarking ? undefined : handOver(event, now.current.sceneNow());
      }
      // The space bar activates the focused control, if it is one.
      if (event.key === ' ' && target.matches('button, a, [type=checkbox], [type=file]')) return;
      // Dictation software sends single characters, so these shortcuts can be disabled (WCAG 2.1.4).
      if (event.key.length === 1 && event.key !== ' ' && !now.current.viewer.state.hasKeys) return;
      const does = actionsOf(now.current)[event.key.toLowerCase()];
      if (!does) return;
      event.preventDefault();
      does(event.shiftKey);
    }

    // After a click by pointer, whose `detail` is a count, the space bar must not press that button again.
    function click({ detail, target }: MouseEvent) {
      if (detail > 0 && (target as Element).closest('.depth-page button:not([aria-haspopup])')) {
        now.current.sceneNow()?.focus({ preventScroll: true });
      }
    }
    document.addEventListener('keydown', press);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('click', click);
    };
  }, []);
}

/** Focuses the scene and sends it the key. */
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
    // Escape first cancels what was begun, and leaves the page only if there is nothing to cancel.
    escape: () => {
      if (state.points.length > 0 || state.region) clear();
      else if (player.isRecording) player.record(false);
      else if (player.isAsked) player.keep();
      else if (player.clip) player.close();
      else onLeave();
    },
  };
}
