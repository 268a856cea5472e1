interface ShareProps {
  part: number;
  whole: number;
  /** Accessible description, because colour alone is not enough. */
  label: string;
  shape?: 'bar' | 'ring';
}

const RADIUS = 15.9155; // a circumference of 100

/** A share of a whole as a thin bar or a ring; empty if the whole is 0. */
export function Share({ part, whole, label, shape = 'bar' }: ShareProps) {
  // A tiny share stays visible, and only a complete one fills the shape.
  const percent = whole === 0 ? 0 : part === whole ? 100 : Math.min(98, Math.max(part > 0 ? 2 : 0, (part / whole) * 100));
  if (shape === 'bar') {
    return (
      <span role="img" aria-label={label} className="share-bar">
        <span style={{ width: `${percent}%` }} />
      </span>
    );
  }
  return (
    <svg role="img" aria-label={label} className="share-ring" viewBox="0 0 40 40" width="56" height="56">
      <circle cx="20" cy="20" r={RADIUS} />
      {whole > 0 && (
        <text x="20" y="20" textAnchor="middle" dominantBaseline="central">
          {inWords(part / whole)}
        </text>
      )}
      {percent > 0 && (
        <circle className="part" cx="20" cy="20" r={RADIUS} strokeDasharray={`${percent} 100`} transform="rotate(-90 20 20)" />
      )}
    </svg>
  );
}

function inWords(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  if (share > 0.99 && share < 1) return '>99%';
  return `${Math.round(share * 100)}%`;
}
