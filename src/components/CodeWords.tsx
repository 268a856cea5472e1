/** A sentence in which `words` between backticks are code. */
export function CodeWords({ text }: { text: string }) {
  return text.split('`').map((part, n) =>
    n % 2 === 1 ? (
      <code key={part} className="code">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
