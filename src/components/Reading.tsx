interface ReadingProps {
  name: string;
  value: string;
  /** Selects the colour in the page's style sheet. */
  kind?: string;
}

/** One number of a `<dl>`. */
export function Reading({ name, value, kind = '' }: ReadingProps) {
  return (
    <div data-kind={kind}>
      <dt>{name}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}
