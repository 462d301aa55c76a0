/** What the console's queries answer from every store, whichever it is: one suite, run by a test file of each. */
import { eventKind } from '@rollcall/contract';
import {
  type QuestionType,
  questionTypes,
  type UsageConsoleCalls,
  usageConsoleCalls,
} from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleInput } from '../../../http/console-handler.ts';
import { validateInput } from '../../../http/validate.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { QueryClient } from '../../../events/store/query-client.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { eventAt } from '../../../events/store/testing/events.ts';
import { SampleData, type SampleStore } from '../sample/sample-data.ts';
import { usageQueryHandlers } from '../queries/handlers.ts';
import type { UsageStatements } from '../queries/statements.ts';
import type { QuestionDialect } from '../questions/dialect.ts';
import { createAsk, questionHandlers } from '../questions/handlers.ts';

/** 2026-11-21 20:10 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);
const HOUR = 3_600_000;
type QueryName = keyof UsageConsoleCalls;
/** The queries, and a question of each kind; products.test.ts has the list of products. */
const asked: Readonly<
  Record<string, { readonly name: QueryName; readonly query?: Record<string, unknown> }>
> = {
  getUsageScope: { name: 'getUsageScope' },
  getUsageLive: { name: 'getUsageLive' },
  getUsageHeatmap: { name: 'getUsageHeatmap', query: { page: '/' } },
  listUsageKeys: { name: 'listUsageKeys' },
  listUsageProperties: { name: 'listUsageProperties', query: { key: 'lesson.open' } },
  ...Object.fromEntries(
    questionTypes.map(kind => [
      `a question: ${kind}`,
      { name: 'askUsageQuestion', query: { kind } } as const,
    ]),
  ),
};
const names = Object.keys(asked);
const event = (kind: 'custom' | 'view', key: string) => ({ event: { kind, key } });
/** What a kind of question can't do without. */
const parts: Partial<Record<QuestionType, object>> = {
  funnel: { series: [event('view', '/'), event('custom', 'lesson.open'), event('custom', 'lesson.done')] },
  retention: { series: [{}, {}] },
};
/** The query of a question that is written as a query of other calls is. */
const questionQuery = ({ kind, sample, product, ...more }: Record<string, unknown>) => ({
  question: JSON.stringify({
    v: 1,
    kind,
    population: { sample, product },
    ...parts[kind as QuestionType],
    ...more,
  }),
});
/** Of a visitor who signs in, and of a pupil. */
const ownEvents = [
  eventAt(NOW - 3 * HOUR, { kind: eventKind.view, key: '/', device: 'own-1' }),
  eventAt(NOW - 2 * HOUR, { kind: eventKind.view, key: '/lesson', device: 'own-1', user: 'own' }),
  eventAt(NOW - 2 * HOUR + 1, { device: 'own-1', user: 'own', duration: 5_000 }),
  eventAt(NOW - 60_000, { key: 'lesson.done', device: 'own-2', user: 'other' }),
];
const options = { seed: 3, days: 30, pupils: 60 } as const;
/** No other run. */
const unhindered = async (work: () => Promise<void>) => work().then(() => true);
/** @param open an empty store, at this clock, and the statements in its SQL */
export const usageQueriesSuite = (
  name: string,
  open: (now: () => number) => Promise<{
    readonly store: SampleStore & QueryClient & Pick<EventStore, 'load'>;
    readonly statements: UsageStatements;
    readonly questions: QuestionDialect;
    readonly remove: () => Promise<void>;
  }>,
): void => {
  describe(`the usage queries over sample data: ${name}`, () => {
    let handlers: ReturnType<typeof usageQueryHandlers> & ReturnType<typeof questionHandlers>;
    let remove: (() => Promise<void>) | undefined;
    let sample: SampleData;
    /** What is answered of the school's own events alone. */
    let own: unknown;
    const faults: unknown[] = [];

    beforeAll(async () => {
      const opened = await open(() => NOW);
      ({ remove } = opened);
      const context = {
        lag: async () => 0,
        client: opened.store,
        statements: opened.statements,
        questions: opened.questions,
        now: () => NOW,
        showPeople: async () => new Map<string, string>(),
      };
      handlers = { ...usageQueryHandlers(context), ...questionHandlers(context, createAsk(context)) };
      await opened.store.load({
        partition: 0,
        from: 0,
        to: ownEvents.length,
        events: ownEvents,
        reports: [],
      });
      own = await allAnswers();
      sample = new SampleData(opened.store, { now: () => NOW, alone: unhindered });
      await sample.make(options);
    });
    afterAll(() => remove?.());

    const call = async (name: QueryName, query: Record<string, unknown> = {}) => {
      const row = usageConsoleCalls[name];
      const input = {
        query: 'query' in row ? validateInput(row.query, query) : undefined,
        operator: { role: 'viewer' },
        log: { error: (fault: unknown) => void faults.push(fault) },
      } as unknown as ConsoleInput;
      const data: unknown = await (handlers[name] as (input: ConsoleInput) => Promise<unknown>)(input);
      // Exactly what the contract declares, and it survives the wire.
      expect(v.parse(row.answer, data), name).toEqual(data);
      expect(JSON.parse(JSON.stringify(data)), name).toEqual(data);
      return data as Record<string, unknown>;
    };
    const ask = async (label: string, more: Record<string, unknown> = {}) => {
      const { name, query } = asked[label] ?? { name: label as QueryName };
      const whole = { ...query, ...more };
      const { took: _, ...data } = await call(
        name,
        name === 'askUsageQuestion' ? questionQuery(whole) : whole,
      );
      return data as Record<string, unknown>;
    };

    const allAnswers = async () => {
      const answers: Record<string, unknown> = {};
      for (const name of names) answers[name] = await ask(name);
      return answers;
    };

    it.each(names)(
      '%s answers by the contract, reports that it counted sample data, and is not empty',
      async name => {
        const answer = await ask(name);
        expect(answer['sample']).toBe(true);
        expect(JSON.stringify(answer).length).toBeGreaterThan(100);
        expect(JSON.stringify(answer).length).toBeLessThan(100_000);
      },
    );

    it.each(names.filter(name => name !== 'getUsageScope'))(
      '%s counts no sample data if it is excluded',
      async name => {
        const answer = await ask(name, { sample: 'without', product: 'sample-school' });
        expect(answer['sample']).toBe(false);
        // Figures, but for times and the steps of a retention.
        expect(JSON.stringify(answer).match(/[:[,][1-9]\d{0,11}(?=[,\]}])/g) ?? []).toEqual([]);
      },
    );

    it.each([
      ['listUsageKeys', { from: '2026-02-30' }, 'from'],
      ['listUsageKeys', { zone: 'Asia/Kolkata' }, 'zone'],
      ['listUsageKeys', { zone: 'Nowhere/Else' }, 'zone'],
      ['listUsageKeys', { from: '2026-11-21', to: '2026-11-20' }, 'from'],
      ['a question: trend', { grain: 'hour', period: { last: 60, unit: 'day' } }, 'from'],
      ['a question: trend', { top: 501 }, 'question'],
      ['a question: trend', { zone: 'Asia/Kolkata' }, 'zone'],
      ['a question: trend', { breakdowns: ['biz_data'] }, 'question'],
      ['a question: funnel', { series: [event('custom', 'a')] }, 'question'],
      ['a question: funnel', { window: 1 }, 'question'],
      ['getUsageHeatmap', { page: '' }, 'page'],
      ['getUsageLive', { sample: 'some' }, 'sample'],
    ] as const)('%s refuses %j by the field %s', async (name, query, field) => {
      const error: unknown = await ask(name, query).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ refusal: 'InvalidRequest', detail: { data: { field } } });
    });

    it('accept any text as a key, a product or a field', async () => {
      const hostile = "'; drop table events; --";
      await ask('a question: trend', {
        series: [event('custom', hostile)],
        population: { product: hostile, platform: hostile },
        breakdowns: [`data.${hostile}`],
      });
      await ask('a question: trend', {
        series: [{ ...event('custom', 'lesson.open'), measure: 'people' }],
        breakdowns: ['data.a"b\\c.d/e~f$'],
      });
      await ask('a question: paths', { page: { through: hostile } });
      await ask('listUsageKeys', { search: '%_\\' });
      await ask('a question: funnel', { series: [event('view', hostile), event('custom', '一:二,三')] });
      expect((await ask('getUsageScope'))['events']).toBeGreaterThan(1000);
      expect(faults).toEqual([]);
    });

    it('answer as before once sample data was removed', async () => {
      expect(await allAnswers()).not.toEqual(own);
      await sample.remove();
      expect(await allAnswers()).toEqual(own);
    });
  });
};
