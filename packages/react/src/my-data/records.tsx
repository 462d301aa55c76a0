/** One section of the data: its heading, and each record with its facts. */
import { type ReactNode, useId } from 'react';
import { useWords } from '../provider/use-words.ts';
import css from './my-data.module.css';
import { myDataWords } from './words.ts';

/** A fact's name and value; without a value it is left out. */
export type Fact = readonly [name: string, value: ReactNode];

export interface Item {
  /** Names the record where there are several. */
  readonly head?: ReactNode;
  readonly facts: readonly Fact[];
}

const isThere = (value: ReactNode): boolean => value !== null && value !== undefined && value !== '';

/** What a person wrote, or a vendor: shown as text, whatever its direction and length. */
export function Written({ children }: { children: string | null }) {
  return children === null || children === '' ? null : <bdi>{children}</bdi>;
}

/** @param props.items empty: the section says that nothing is kept */
export function Records(props: { title: string; items: readonly Item[]; note?: string | undefined }) {
  const { title, items, note } = props;
  const words = useWords('myData', myDataWords);
  const id = useId();
  const kept = items.filter(({ head, facts }) => isThere(head) || facts.some(([, value]) => isThere(value)));
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {kept.length === 0 ? <p className={css.note}>{words.none}</p> : null}
      {note && kept.length > 0 ? <p className={css.note}>{note}</p> : null}
      {kept.map(({ head, facts }, at) => (
        // the list is never changed in place
        <div key={at} className={css.record}>
          {isThere(head) ? <h3>{head}</h3> : null}
          <dl>
            {facts.map(([name, value]) =>
              isThere(value) ? (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
      ))}
    </section>
  );
}
