/** Tables of a funnel: its steps, its groups, and the conversion over time. */
import { groupName, type Question, type QuestionBody } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';
import { pointCell, writeDuration } from '../usage/period.ts';
import { seriesName } from './names.ts';
import type { Writers } from './writers.ts';

type Funnel = Extract<QuestionBody, { readonly kind: 'funnel' }>;

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);

export const funnelTable = (
  question: Question,
  steps: Funnel['groups'][number]['steps'],
  { words, whole, percent }: Writers,
): Tabular => {
  const duration = (ms: number) => writeDuration(ms, words.units);
  const first = steps[0]?.people ?? 0;
  return {
    columns: [
      { head: words.step },
      { head: words.people, write: whole },
      { head: words.ofFirst, write: percent },
      { head: words.ofBefore, write: percent },
      { head: words.between, write: duration },
      { head: words.p10, write: duration },
      { head: words.p90, write: duration },
    ],
    rows: steps.map(({ people, between }, at): Cell[] => [
      seriesName(question, at, words),
      people,
      share(people, first),
      at === 0 ? 1 : share(people, steps[at - 1]?.people ?? 0),
      between?.p50 ?? null,
      between?.p10 ?? null,
      between?.p90 ?? null,
    ]),
  };
};

/** A row for each group: people of each step, the conversion, and the time between neighbouring steps. */
export const funnelGroups = (
  question: Question,
  { groups }: Funnel,
  { words, whole, percent }: Writers,
): Tabular => ({
  columns: [
    { head: words.group_ },
    ...question.series.map((_, at) => ({
      head: `${at + 1} ${seriesName(question, at, words)}`,
      write: whole,
    })),
    { head: words.conversion, write: percent },
    ...question.series.slice(1).map((_, at) => ({
      head: words.betweenSteps(at + 1, at + 2),
      write: (ms: number) => writeDuration(ms, words.units),
    })),
  ],
  rows: groups.map(({ by, steps }) => [
    groupName(by, words),
    ...steps.map(({ people }) => people),
    share(steps[steps.length - 1]?.people ?? 0, steps[0]?.people ?? 0),
    ...steps.slice(1).map(({ between }) => between?.p50 ?? null),
  ]),
});

export const funnelTrend = ({ points, trend }: Funnel, { words, language, percent }: Writers): Tabular => ({
  columns: [{ head: words.point }, { head: words.conversion, write: percent }],
  rows: points.map((point, at) => {
    const done = trend[at] ?? [];
    const began = done[0] ?? 0;
    // Where nobody began there is no share.
    return [pointCell(point, language), began === 0 ? null : share(done[done.length - 1] ?? 0, began)];
  }),
});
