import { useMemo, useSyncExternalStore } from 'react';
import { session } from '@/services/token';

/** Shows the user's name over the page, because depth pictures may show people, and screenshots should be traceable. */
export function Watermark() {
  const name = useSyncExternalStore(session.onRenamed, () => session.name);
  const image = useMemo(() => markOf(name), [name]);
  return <div className="depth-watermark" aria-hidden="true" style={{ backgroundImage: image }} />;
}

function markOf(name: string): string {
  const text = name.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="170"><text x="130" y="90" transform="rotate(-20 130 85)" text-anchor="middle" font-family="system-ui,sans-serif" font-size="15" fill="#fff" fill-opacity=".13" stroke="#000" stroke-opacity=".1" stroke-width=".6">${text}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
