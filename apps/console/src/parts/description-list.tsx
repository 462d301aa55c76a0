/** Names and values, a ruled line each. */
import type { ReactNode } from 'react';
import css from './description-list.module.css';

/** @param props.columns 2: in two columns on wide screens */
export function DescriptionList(props: {
  items: readonly (readonly [name: string, value: ReactNode])[];
  columns?: 1 | 2;
}) {
  const { items, columns = 1 } = props;
  return (
    <dl className={columns === 2 ? `${css.list} ${css.twoColumns}` : css.list}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
