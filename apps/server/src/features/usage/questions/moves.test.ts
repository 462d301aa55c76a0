import { expect, test } from 'vitest';
import { QueryCancelled, QueryTooLong } from '../../../events/store/errors.ts';
import { QUERY_TIMEOUT } from '../../../events/store/query-client.ts';
import { questionOf } from '../testing/bound-queries.ts';
import type { Span } from '../queries/statements.ts';
import { duckQuestions } from '../../../engines/embedded/queries/question-dialect.ts';
import { askQuestion, type QuestionContext } from './ask.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const paths = async (context: QuestionContext, from: string) => {
  const period = { from, to: '2026-11-20' };
  return (await askQuestion(context, questionOf({ v: 1, kind: 'paths', zone: 'UTC', period }))).answer;
};

/** A store that takes so many milliseconds for each day whose rows it reads. */
const storeTaking = (each: number): QuestionContext => {
  let now = NOW;
  const statement = { sql: '', values: {} };
  return {
    now: () => now,
    questions: duckQuestions,
    statements: {
      countedTo: () => ({ sql: 'counted to', values: {} }),
      paths: (_: unknown, { rows }: { readonly rows: Span }) => ({
        sql: String((rows.to - rows.from) / DAY),
        values: {},
      }),
      counted: () => statement,
    } as unknown as QuestionContext['statements'],
    client: {
      query: async (sql: string) => {
        if (sql === 'counted to') return [{ to: 0 }] as never;
        if (sql === '') return [{ rows_from: 0, sample: false }] as never;
        const took = Number(sql) * each;
        now += Math.min(took, QUERY_TIMEOUT);
        if (took > QUERY_TIMEOUT) throw new QueryCancelled('time');
        return [{ from_page: null, to_page: null, moves: 3, whole: true }] as never;
      },
    },
  };
};

test('a period beyond the limit of time is refused with one that would fit', async () => {
  expect(await paths(storeTaking(100), '2026-09-01')).toMatchObject({ total: 3 });
  const context = storeTaking(300);
  const refused = await paths(context, '2026-09-01').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(QueryTooLong);
  // 23 days of 0.3 s each take 0.7 of the ten seconds.
  expect(refused).toMatchObject({ why: 'time', fits: '2026-10-29' });
  expect(await paths(context, (refused as QueryTooLong).fits)).toMatchObject({ total: 3 });
});

test('a period of which nothing fits is cancelled as any other question', async () => {
  for (const from of ['2026-11-20', '2026-09-01']) {
    const refused = await paths(storeTaking(20_000), from).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueryCancelled);
    expect(refused).not.toBeInstanceOf(QueryTooLong);
  }
});
