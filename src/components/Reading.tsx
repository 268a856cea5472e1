interface ReadingProps {
  name: string;
  value: string;
  /** What its colour says, as the page's style sheet has it. */
  kind?: string;
}

/** A number among others, in a `<dl>`. */
export function Reading({ name, value, kind = '' }: ReadingProps) {
  return (
    <div data-kind={kind}>
      <dt>{name}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}
