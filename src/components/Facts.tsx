import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  name: string;
  value: ReactNode;
  /** On a separate line. */
  wide?: boolean;
}

/** Names above values, side by side. Facts without a value are left out. */
export function Facts({ of }: { of: (Fact | false | undefined)[] }) {
  return (
    <dl className="facts-list">
      {of.map(
        (fact) =>
          fact && (
            <div key={fact.name} data-wide={fact.wide}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
