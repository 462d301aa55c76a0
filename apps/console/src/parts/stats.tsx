/** A row of key figures. */
import type { ReactNode } from 'react';
import css from './stats.module.css';

export interface Stat {
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly tone?: 'good' | 'bad' | undefined;
}

export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <dl className={css.stats}>
      {items.map(({ name, value, note, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note ? <span data-tone={tone}>{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
