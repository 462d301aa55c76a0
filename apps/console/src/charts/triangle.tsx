/** The retention triangle: a table whose cells are toned by their share. */
import tableCss from '../parts/table.module.css';
import css from './charts.module.css';
import { toneOf } from './geometry.ts';
import { type Tabular, formatCell } from './tabular.ts';

/** Columns of the table: cohort, size, then a share for each later period; null for periods in the future. */
export function Triangle({
  table,
  label,
  onPick,
}: {
  table: Tabular;
  label: string;
  /** What a cell stands for, and what opens it; undefined: nothing. @param column 1 is the size */
  onPick?:
    | ((line: number, column: number) => { readonly what: string; readonly open: () => void } | undefined)
    | undefined;
}) {
  const cellOf = (text: string, line: number, column: number) => {
    const picked = onPick?.(line, column);
    return picked ? (
      <button type="button" className={css.cell} aria-label={`${text} ${picked.what}`} onClick={picked.open}>
        {text}
      </button>
    ) : (
      text
    );
  };
  return (
    // a scrolling region must be reachable by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${tableCss.scroll} ${css.scroll}`} tabIndex={0} aria-label={label}>
      <table className={css.triangle}>
        <thead>
          <tr>
            {table.columns.map(({ head }, at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {formatCell(table.columns[at], cell)}
                  </th>
                ) : at === 1 || cell === null ? (
                  <td key={at}>
                    {cell === null ? '' : cellOf(formatCell(table.columns[at], cell), line, at)}
                  </td>
                ) : (
                  <td key={at} data-tone={toneOf(typeof cell === 'number' ? cell : 0)}>
                    {cellOf(formatCell(table.columns[at], cell), line, at)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
