/**
 * A table in a scrolling box. Headers of sortable columns are buttons. On phones, a table with more than two columns of text
 * shows each row as two lines where its columns say so, or else as a block of labelled cells; other tables scroll.
 */
import { type ReactNode, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import { TextButton } from './buttons.tsx';
import css from './table.module.css';

export interface Column<R, S extends string = never> {
  readonly key: string;
  readonly head: string;
  /** Renders the cell of a row. */
  readonly render: (row: R) => ReactNode;
  /** Aligned to the end, in tabular numerals. */
  readonly numeric?: boolean;
  /** The server's name of this sort order; without it the column can't be sorted. */
  readonly sort?: S;
  /** Takes the remaining width. */
  readonly wide?: boolean;
  /**
   * Its place on a phone: where a column has one, each row is two lines, the first with the title and its state. `more` is below
   * them once the row is opened; columns without a place are left out there.
   */
  readonly line?: 'title' | 1 | 2 | 'more';
  /** People write it: a long one wraps, so that it does not push the other columns out of the window. */
  readonly written?: boolean;
}
/** The columns of a table; false: one that is left out. */
export type Columns<R, S extends string = never> = readonly (Column<R, S> | false)[];

export interface Sorted<S extends string> {
  readonly by: S;
  readonly descending: boolean;
}

export function Table<R, S extends string = never>(props: {
  label: string;
  columns: Columns<R, S>;
  rows: readonly R[];
  rowKey: (row: R, index: number) => string;
  sorted?: Sorted<S>;
  onSort?: (sorted: Sorted<S>) => void;
  /** The keys of the rows that are selected; without it no row can be. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Names a row for its tick, and for the button that opens it. */
  nameOf?: (row: R) => string;
  /** Shown instead of an empty table. */
  empty?: ReactNode;
}) {
  const { label, rows, rowKey, sorted, onSort, selected, onSelect, nameOf, empty } = props;
  const columns = props.columns.filter(column => column !== false);
  const words = useCommonWords();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const lines = columns.some(({ line }) => line !== undefined);
  const opens = columns.some(({ line }) => line === 'more');
  const stacked = !lines && columns.filter(({ numeric }) => !numeric).length > 2;
  const keys = rows.map(rowKey);
  const all = selected !== undefined && keys.every(key => selected.has(key));
  const choose = (chosen: readonly string[], on: boolean) =>
    onSelect?.(
      on
        ? new Set([...(selected ?? []), ...chosen])
        : new Set([...(selected ?? [])].filter(key => !chosen.includes(key))),
    );
  const toggle = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (
    // a scrolling region must be reachable by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table
        className={css.table}
        data-stacked={stacked ? '' : undefined}
        data-lines={lines ? '' : undefined}
      >
        <thead>
          <tr>
            {selected ? (
              <td data-tick="">
                <input
                  type="checkbox"
                  aria-label={words.selectAll}
                  checked={all}
                  onChange={event => choose(keys, event.target.checked)}
                />
              </td>
            ) : null}
            {columns.map(({ key, head, numeric, sort, wide }) => {
              const on = sort !== undefined && sorted?.by === sort;
              return (
                <th
                  key={key}
                  scope="col"
                  data-numeric={numeric ? '' : undefined}
                  data-wide={wide ? '' : undefined}
                  data-sorts={sort !== undefined && onSort ? '' : undefined}
                  aria-sort={on ? (sorted.descending ? 'descending' : 'ascending') : undefined}
                >
                  {sort !== undefined && onSort ? (
                    <button
                      type="button"
                      title={words.sortBy(head)}
                      onClick={() => onSort({ by: sort, descending: on ? !sorted.descending : true })}
                    >
                      {head}
                      <i aria-hidden="true">{on ? (sorted.descending ? '↓' : '↑') : '↕'}</i>
                    </button>
                  ) : (
                    head
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const id = rowKey(row, index);
            const name = nameOf?.(row) ?? '';
            const open = opened.has(id);
            return (
              <tr
                key={id}
                data-selected={selected?.has(id) ? '' : undefined}
                data-open={open ? '' : undefined}
              >
                {selected ? (
                  <td data-tick="">
                    <input
                      type="checkbox"
                      aria-label={words.select(name)}
                      checked={selected.has(id)}
                      onChange={event => choose([id], event.target.checked)}
                    />
                  </td>
                ) : null}
                {opens ? (
                  <td data-opens="">
                    <button
                      type="button"
                      aria-label={words.titled(words.details, name)}
                      aria-expanded={open}
                      onClick={() => toggle(id)}
                    />
                  </td>
                ) : null}
                {columns.map(({ key, head, render, numeric, wide, written, line }) => {
                  const cell = render(row);
                  return (
                    <td
                      key={key}
                      data-head={head}
                      data-numeric={numeric ? '' : undefined}
                      data-wide={wide ? '' : undefined}
                      data-written={written ? '' : undefined}
                      data-line={line}
                      data-none={cell === '—' || cell === null ? '' : undefined}
                    >
                      {cell}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The buttons in a cell of a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={css.rowActions}>{children}</span>;
}

/** A button of a row. @param props.of what the row is called, for those who hear the button alone */
export function RowAction(props: {
  label: string;
  of: string;
  /** Whether it does nothing for now, such as while its task runs. @default false */
  busy?: boolean;
  onClick: () => void;
}) {
  const { label, of, busy, onClick } = props;
  return (
    <TextButton
      aria-label={useCommonWords().titled(label, of)}
      aria-disabled={busy || undefined}
      onClick={onClick}
    >
      {label}
    </TextButton>
  );
}
