/** Tables of a retention: its triangle, and the averages of its groups. */
import { groupName, type Question, type QuestionBody } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';
import { pointCell } from '../usage/period.ts';
import type { Writers } from './writers.ts';

type Retention = Extract<QuestionBody, { readonly kind: 'retention' }>;

export const retentionTable = (
  { cohorts, average: mean }: Retention['groups'][number],
  { words, language, whole, percent }: Writers,
): Tabular => {
  const shown = cohorts.filter(({ people }) => people > 0);
  const long = Math.max(0, ...shown.map(({ back }) => back.length));
  const places = Array.from({ length: long }, (_, at) => at);
  return {
    columns: [
      { head: words.cohortDay },
      { head: words.people, write: whole },
      ...places.map(at => ({ head: words.after(at), write: percent })),
    ],
    rows:
      shown.length === 0
        ? []
        : [
            [
              words.averageRow,
              shown.reduce((sum, { people }) => sum + people, 0),
              ...places.map(at => mean[at] ?? null),
            ],
            ...shown.map(({ point, people, back }): Cell[] => [
              pointCell(point, language, 'date'),
              people,
              ...places.map(at => {
                const came = back[at];
                return came === undefined ? null : came / people;
              }),
            ]),
          ],
  };
};

/** A triangle as it is read: beside each share how many people it is. */
export const retentionCounts = (table: Tabular, { words, whole, percent }: Writers): Tabular => ({
  ...table,
  rows: table.rows.map((row, line) =>
    // The first row is the average.
    line === 0
      ? row
      : row.map((cell, at): Cell => {
          const [, people] = row;
          if (at < 2 || typeof cell !== 'number' || typeof people !== 'number') return cell;
          return words.countAndShare(whole(Math.round(cell * people)), percent(cell));
        }),
  ),
});

/** The average row of each group; by each time, somebody may start at several points. */
export const retentionGroups = (
  { start }: Pick<Question, 'start'>,
  { groups }: Retention,
  { words, whole, percent }: Writers,
): Tabular => {
  // Nobody could come back later than the last figure yet.
  const long = groups
    .flatMap(({ average: mean }) => mean.map((value, n) => (value === null ? 0 : n + 1)))
    .reduce((longest, length) => Math.max(longest, length), 0);
  return {
    columns: [
      { head: words.group_ },
      { head: start === 'each' ? words.starts_ : words.people, write: whole },
      ...Array.from({ length: long }, (_, at) => ({ head: words.after(at), write: percent })),
    ],
    rows: groups.map(({ by, cohorts, average: mean }) => [
      groupName(by, words),
      cohorts.reduce((sum, { people }) => sum + people, 0),
      ...Array.from({ length: long }, (_, at) => mean[at] ?? null),
    ]),
  };
};
