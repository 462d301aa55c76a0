/** What the console's queries answer from every store, whichever it is: one suite, run by a test file of each. */
import { eventKind } from '@rollcall/contract';
import { type UsageConsoleCalls, usageConsoleCalls, writeSteps } from '@rollcall/contract/console';
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

/** 2026-11-21 20:10 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);
const HOUR = 3_600_000;
/** The queries; products.test.ts has the list of products. */
/** Questions have a suite of their own (`questions.suite.ts`). */
type QueryName = Exclude<keyof UsageConsoleCalls, 'askUsageQuestion'>;
// Questions have suites of their own.
const names = (Object.keys(usageConsoleCalls) as QueryName[]).filter(
  name => !['listUsageProducts', 'askUsageQuestion'].includes(name),
);
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
/** What a call can't do without. */
const needed: Partial<Record<QueryName, Record<string, string>>> = {
  getUsageFunnel: { steps: 'view:%2F,custom:lesson.open,custom:lesson.done' },
  getUsageHeatmap: { page: '/' },
  listUsageProperties: { key: 'lesson.open' },
};

/** @param open an empty store, at this clock, and the statements in its SQL */
export const usageQueriesSuite = (
  name: string,
  open: (now: () => number) => Promise<{
    readonly store: SampleStore & QueryClient & Pick<EventStore, 'load'>;
    readonly statements: UsageStatements;
    readonly remove: () => Promise<void>;
  }>,
): void => {
  describe(`the usage queries over sample data: ${name}`, () => {
    let handlers: ReturnType<typeof usageQueryHandlers>;
    let remove: (() => Promise<void>) | undefined;
    let sample: SampleData;
    /** What is answered of the school's own events alone. */
    let own: unknown;
    const faults: unknown[] = [];

    beforeAll(async () => {
      const opened = await open(() => NOW);
      ({ remove } = opened);
      handlers = usageQueryHandlers({
        lag: async () => 0,
        client: opened.store,
        statements: opened.statements,
        now: () => NOW,
      });
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

    const ask = async (name: QueryName, query: Record<string, unknown> = {}) => {
      const row = usageConsoleCalls[name];
      const input = {
        query: 'query' in row ? validateInput(row.query, { ...needed[name], ...query }) : undefined,
        operator: { role: 'viewer' },
        log: { error: (fault: unknown) => void faults.push(fault) },
      } as unknown as ConsoleInput;
      const data: unknown = await (handlers[name] as (input: ConsoleInput) => Promise<unknown>)(input);
      // Exactly what the contract declares, and it survives the wire.
      expect(v.parse(row.answer, data), name).toEqual(data);
      expect(JSON.parse(JSON.stringify(data)), name).toEqual(data);
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
        expect(
          Object.values(answer)
            .flat(3)
            .filter(value => typeof value === 'number' && value > 0 && value < 1e12),
        ).toEqual([]);
      },
    );

    it.each([
      ['getUsageTrend', { step: 'hour', from: '2026-10-01' }, 'from'],
      ['getUsageTrend', { from: '2026-02-30' }, 'from'],
      ['getUsageTrend', { by: 'biz_data' }, 'by'],
      ['getUsageTrend', { top: '21' }, 'top'],
      ['getUsageUsers', { zone: 'Asia/Kolkata' }, 'zone'],
      ['getUsageUsers', { zone: 'Nowhere/Else' }, 'zone'],
      ['getUsageUsers', { from: '2026-11-21', to: '2026-11-20' }, 'from'],
      ['getUsageFunnel', { steps: 'custom:a' }, 'steps'],
      ['getUsageFunnel', { steps: 'custom:a,consent:b' }, 'steps'],
      ['getUsageFunnel', { window: '1' }, 'window'],
      ['getUsageHeatmap', { page: '' }, 'page'],
      ['getUsageLive', { sample: 'some' }, 'sample'],
    ] as const)('%s refuses %j by the field %s', async (name, query, field) => {
      const error: unknown = await ask(name, query).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ refusal: 'InvalidRequest', detail: { data: { field } } });
    });

    it('accept any text as a key, a product or a field', async () => {
      const hostile = "'; drop table events; --";
      await ask('getUsageTrend', {
        key: hostile,
        product: hostile,
        platform: hostile,
        by: `data.${hostile}`,
      });
      await ask('getUsageTrend', { key: 'lesson.open', by: 'data.a"b\\c.d/e~f$', measure: 'people' });
      await ask('getUsagePaths', { page: hostile });
      await ask('listUsageKeys', { search: '%_\\' });
      await ask('getUsageFunnel', {
        steps: writeSteps([
          { kind: 'view', key: hostile },
          { kind: 'custom', key: '一:二,三' },
        ]),
      });
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
