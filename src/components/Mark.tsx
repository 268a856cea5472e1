/** The logo: a hill from above, as depth contours. The same drawing as public/favicon.svg. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" strokeWidth="2.2" aria-hidden="true">
      <path d="M16 2.6c8.4-.6 13.6 5.2 13.3 12.6S24.9 29.2 16.8 29.4 2.3 24.6 2.6 16.2 8.6 3.1 16 2.6Z" stroke="#3e9bfe" />
      <path d="M16.8 7.4c5.2-.2 8 3.5 7.9 8.1s-3.2 8.7-8 8.8-9.3-2.7-9.2-7.9 4.4-8.8 9.3-9Z" stroke="#46c58a" />
      <path d="M17.3 11.8c2.3-.1 3.3 1.7 3.2 3.9s-1.6 4-3.8 4.1-4.6-1.2-4.5-3.8 2.7-4.1 5.1-4.2Z" stroke="#fe9b2d" />
      <circle cx="16.6" cy="15.8" r="1.3" fill="#d93806" />
    </svg>
  );
}
