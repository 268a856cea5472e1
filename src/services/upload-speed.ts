const WINDOW_MS = 5000;

/** Bytes a second over the last five seconds, told with every progress; 0 as long as nobody can know. */
export function speedometer(now = () => performance.now()) {
  const marks: { at: number; bytes: number }[] = [];
  return (bytes: number): number => {
    const at = now();
    // After a break it begins anew.
    if (bytes < (marks.at(-1)?.bytes ?? 0)) marks.length = 0;
    marks.push({ at, bytes });
    while (marks.length > 2 && at - (marks[0]?.at ?? at) > WINDOW_MS) marks.shift();
    const [first] = marks;
    return first && at - first.at > 400 ? ((bytes - first.bytes) / (at - first.at)) * 1000 : 0;
  };
}
