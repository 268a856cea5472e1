const WINDOW_MS = 5000;

/** Returns bytes per second over the last five seconds; call it with every progress. 0: not known yet. */
export function speedometer(now = () => performance.now()) {
  const marks: { at: number; bytes: number }[] = [];
  return (bytes: number): number => {
    const at = now();
    // Fewer bytes than before mean a restart.
    if (bytes < (marks.at(-1)?.bytes ?? 0)) marks.length = 0;
    marks.push({ at, bytes });
    while (marks.length > 2 && at - (marks[0]?.at ?? at) > WINDOW_MS) marks.shift();
    const [first] = marks;
    return first && at - first.at > 400 ? ((bytes - first.bytes) / (at - first.at)) * 1000 : 0;
  };
}
