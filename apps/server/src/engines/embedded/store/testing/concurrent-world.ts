/**
 * The embedded store beside a naive one: does many things concurrently, and compares both afterwards. Some order of
 * the writes has to explain
 * what each answered and what is there; then the naive store does them in this order.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventKind } from '@rollcall/contract';
import { expect } from 'vitest';
import type { BoundQueries } from '../../../../features/usage/testing/bound-queries.ts';
import type { StoredEvent } from '../../../../events/record/stored-event.ts';
import type { Subject } from '../../../../events/record/subject.ts';
import type { DuckStore } from '../duck-store.ts';
import { StageLost, StoreUnavailable } from '../../../../events/store/errors.ts';
import { personOf } from '../../../../events/store/rows.ts';
import { duckQueries, newStoreFolder, openTestStore } from './duck.ts';
import { expectSame } from '../../../../events/store/testing/event-store.suite.ts';
import { about, FIRST_AND_AGAIN, MEASURED } from '../../../../events/store/testing/asked.ts';
import { eventAt, NOW } from '../../../../events/store/testing/events.ts';
import { HeldMessages, type Order } from './held-messages.ts';
import { NaiveStore } from '../../../../events/store/testing/naive-store.ts';
import { type Change, findOrder, isOf, Rows, type Write } from '../../../../events/store/testing/orders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Rows of before expire; what is compared is younger, and of other people. */
const KEPT_FROM = Math.floor((NOW - 45 * DAY) / HOUR) * HOUR;
const ANCIENT = NOW - 60 * DAY;

/** Names that are found in a file's bytes only where they are meant. */
const users = Array.from({ length: 5 }, (_, n) => `<pupil ${n} of the proof>`);
const devices = Array.from({ length: 4 }, (_, n) => `<device ${n} of the proof>`);
const elders = Array.from({ length: 2 }, (_, n) => `<elder ${n} of the proof>`);
export const subjects: readonly Subject[] = [
  ...[...users, ...elders].map(user => ({ user })),
  ...devices.map(device => ({ device })),
];

/** What a batch is made of: so many events by a few people, and how many of earlier ones come again. */
interface BatchPlan {
  readonly size: number;
  readonly mix: number;
  readonly again: number;
}
export interface Round {
  readonly batches: readonly BatchPlan[];
  readonly erased: readonly (readonly Subject[])[];
  readonly sample: readonly ('load' | 'erase')[];
  readonly exported: readonly Subject[];
  readonly expires: boolean;
  readonly compacts: boolean;
  /** How often the file is rewritten. */
  readonly rewrites: number;
  readonly questions: number;
  readonly order: Order;
}

const same = (got: unknown, wanted: unknown, what?: string) => expect(got, what).toEqual(wanted);

const KINDS = [eventKind.custom, eventKind.view, eventKind.click];
let made = 0;
/** So many events of few people, who come in every part of a batch. */
const eventsOf = ({ size, mix }: Pick<BatchPlan, 'size' | 'mix'>): StoredEvent[] =>
  Array.from({ length: size }, (_, index) => {
    const n = index + mix;
    made += 1;
    if (n % 41 === 0)
      return eventAt(ANCIENT + made, { product: 'ancient', user: elders[n % 2] ?? '', received: NOW });
    const user = users[(n * 7) % 9];
    const device = devices[(n * 5) % 7];
    return eventAt(NOW - ((n * 37) % 1000) * 20 * MINUTE - made, {
      kind: KINDS[n % KINDS.length] ?? 0,
      key: ['a', 'b', 'c'][n % 4] ?? 'd',
      ...(user === undefined ? {} : { user }),
      ...(device === undefined ? {} : { device }),
      ...(n % 6 === 0 ? { duration: n * 10 } : {}),
    });
  });

const all = {
  product: 'school',
  platform: undefined,
  sample: 'with',
  bots: 'with',
  dev: 'with',
  zone: 'UTC',
  from: '2026-10-20',
  to: '2026-11-22',
} as const;
const answersOf = async (queries: BoundQueries): Promise<Record<string, unknown>> => {
  const of = { v: 1, ...about(all) } as const;
  return {
    live: await queries.live(all),
    sums: await queries.ask({ ...of, kind: 'trend', series: MEASURED }),
    'people by key': await queries.ask({
      ...of,
      kind: 'trend',
      grain: 'week',
      series: [{ measure: 'people' }],
      breakdowns: ['event.key'],
      top: 3,
    }),
    retention: await queries.ask({ ...of, ...FIRST_AND_AGAIN, grain: 'week', length: 4 }),
    time: await queries.ask({ ...of, kind: 'time', top: 5 }),
    paths: await queries.ask({ ...of, kind: 'paths', top: 50 }),
    keys: await queries.keys({ ...all, kind: undefined, search: undefined, top: 9 }),
    funnel: await queries.ask({
      ...of,
      kind: 'funnel',
      series: [{ event: { kind: 'custom', key: 'a' } }, { event: { kind: 'view', key: 'b' } }],
      window: 5 * DAY,
    }),
  };
};

/** One statement reads one state, so at any moment no id is there twice, and sums are those of the rows. */
const CONSISTENT = `select
  (select count(*) - count(distinct id) from events) as twice,
  (select coalesce(sum(events), 0)::bigint from hourly where product <> 'ancient')
    - (select count(*) from events where product <> 'ancient') as astray,
  (select coalesce(sum(timed), 0)::bigint from hourly)
    - (select coalesce(sum(events), 0)::bigint from durations) as untimed`;

/** What the loader tries again: the process ended, or the file was rewritten as often as the client stages a batch. */
const passes = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof StageLost;

export class World {
  readonly #folder: string;
  #store: DuckStore;
  readonly #messages = new HeldMessages(() => this.#store);
  readonly #naive = new NaiveStore(() => NOW);
  readonly #rows = new Rows();
  readonly #sent: StoredEvent[] = [];
  readonly #samples: StoredEvent[] = [];
  /** Those of whom nothing has come since. */
  readonly #erased = new Set<Subject>();
  #offset = 0;
  #moment = 0;
  #writes: Write[] = [];

  private constructor(folder: string, store: DuckStore) {
    this.#folder = folder;
    this.#store = store;
  }

  static async open(): Promise<World> {
    const folder = await newStoreFolder();
    return new World(folder, await openTestStore(folder));
  }

  async close(): Promise<void> {
    await this.#store.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Does all of a round concurrently, and compares what is there afterwards. */
  async run(plan: Round): Promise<void> {
    const before = [...this.#rows.kept.values()];
    await this.#messages.run(
      Promise.all([
        this.#load(plan.batches),
        ...plan.erased.map(some => this.#erase(some)),
        this.#sample(plan.sample),
        ...plan.exported.map(each => this.#export(each, before, plan)),
        ...(plan.expires ? [this.#write({ expire: KEPT_FROM }, () => this.#store.expire(KEPT_FROM))] : []),
        ...(plan.compacts ? [this.#again(() => this.#store.compact())] : []),
        this.#rewrite(plan.rewrites),
        this.#ask(plan.questions),
      ]),
      plan.order,
    );
    await this.#messages.run(this.#compare());
  }

  /** As after a stop of the server. */
  async reopen(): Promise<void> {
    await this.#store.close();
    this.#store = await openTestStore(this.#folder);
    await this.#messages.run(this.#compare());
  }

  /** As the loader does: one batch after the other, and after a fault from the store's position on. */
  async #load(batches: readonly BatchPlan[]): Promise<void> {
    for (const plan of batches) {
      const again = this.#sent.filter(({ product }) => product !== 'ancient').slice(-plan.again || Infinity);
      const events = [...eventsOf(plan), ...again];
      this.#sent.push(...events);
      const [from, to] = [this.#offset, this.#offset + events.length];
      this.#offset = to;
      const begun = this.#moment++;
      let answer: number | undefined;
      for (let times = 1; ; times += 1) {
        try {
          const known = await this.#store.load({ partition: 0, from, to, events, reports: [] });
          if (times === 1) answer = known;
          break;
        } catch (error) {
          if (!passes(error)) throw error;
          const { loadedTo } = await this.#again(() => this.#store.position(0));
          same([from, to].includes(loadedTo), true);
          if (loadedTo === to) break;
        }
      }
      this.#writes.push({ change: { load: events }, begun, ended: this.#moment++, answer, doubtful: false });
    }
  }

  async #erase(some: readonly Subject[]): Promise<void> {
    for (const each of some) await this.#write({ erase: each }, () => this.#store.erase(each));
  }

  async #sample(acts: Round['sample']): Promise<void> {
    for (const act of acts) {
      if (act === 'erase') {
        await this.#write({ eraseSample: true }, () => this.#store.eraseSample());
        continue;
      }
      if (this.#samples.length === 0)
        for (const event of eventsOf({ size: 530, mix: 1 }))
          if (event.product !== 'ancient') this.#samples.push({ ...event, sample: true });
      await this.#write({ load: this.#samples }, () => this.#store.loadSample(this.#samples, []));
    }
  }

  /** Page by page, as the job does: nothing twice, nobody else's, and all that nothing else could remove meanwhile. */
  async #export(whose: Subject, before: readonly StoredEvent[], plan: Round): Promise<void> {
    const got: StoredEvent[] = [];
    for (let after: string | undefined; ; after = got.at(-1)?.id) {
      const page = await this.#again(() => this.#store.eventsOf(whose, after, 200));
      got.push(...page);
      if (page.length < 200) break;
    }
    const ids = new Set(got.map(({ id }) => id));
    same(ids.size, got.length);
    same(
      got.filter(event => !isOf(whose, event)),
      [],
    );
    const gone = plan.erased.flat();
    const stays = before.filter(
      event =>
        isOf(whose, event) &&
        event.time >= KEPT_FROM &&
        !event.sample &&
        !gone.some(other => isOf(other, event)),
    );
    same(
      stays.filter(({ id }) => !ids.has(id)),
      [],
    );
  }

  async #rewrite(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await this.#again(() => this.#store.rewrite());
  }

  async #ask(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1)
      same(await this.#again(() => this.#store.query(CONSISTENT)), [{ twice: 0, astray: 0, untimed: 0 }]);
  }

  /** Repeats a write until it is answered. */
  async #write(change: Change, work: () => Promise<number | void>): Promise<void> {
    for (;;) {
      const begun = this.#moment++;
      try {
        const answer = (await work()) ?? undefined;
        this.#writes.push({ change, begun, ended: this.#moment++, answer, doubtful: false });
        return;
      } catch (error) {
        if (!passes(error)) throw error;
        this.#writes.push({ change, begun, ended: this.#moment++, answer: undefined, doubtful: true });
      }
    }
  }

  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!passes(error)) throw error;
      }
    }
  }

  async #compare(): Promise<void> {
    const store = this.#store;
    const rows = await store.query<{ id: string }>('select id::varchar as id from events');
    const ids = new Set(rows.map(({ id }) => id));
    same(ids.size, rows.length, 'an id is there twice');
    const order = findOrder(
      this.#rows,
      this.#writes,
      ({ kept }) => kept.size === ids.size && [...kept.keys()].every(id => ids.has(id)),
    );
    same(order === undefined, false, 'no order of the writes explains what is there');
    this.#writes = [];
    for (const { change } of order ?? []) await this.#replay(change);
    const sums = 'select coalesce(sum(events), 0)::bigint as events from hourly';
    same(await store.query(sums), [{ events: this.#rows.counted }]);
    same((await store.position(0)).loadedTo, this.#offset);
    expectSame(await answersOf(duckQueries(store)), await answersOf(this.#naive));
    for (const each of subjects)
      same(
        await store.eventsOf(each, undefined, 10_000),
        await this.#naive.eventsOf(each, undefined, 10_000),
      );
    await this.#expectGone();
  }

  #replay(change: Change): Promise<unknown> {
    if ('erase' in change) {
      this.#erased.add(change.erase);
      return this.#naive.erase(change.erase);
    }
    if ('eraseSample' in change) return this.#naive.eraseSample();
    if ('expire' in change) return this.#naive.expire(change.expire);
    // What expired since is in sums still.
    const came = change.load.filter(({ id, product }) => this.#rows.kept.has(id) || product === 'ancient');
    for (const each of this.#erased) if (came.some(event => isOf(each, event))) this.#erased.delete(each);
    return this.#naive.loadPart({ partition: 0, from: 0, to: 0, events: change.load, reports: [] });
  }

  async #expectGone(): Promise<void> {
    const gone = [...this.#erased];
    if (gone.length === 0) return;
    const hashes = gone.map(each => personOf('user' in each ? { user: each.user } : { device: each.device }));
    const list = hashes.join(', ');
    same(
      await this.#store.query(`select (select count(*) from active_persons where person in (${list})) as active,
        (select count(*) from first_seen where person in (${list})) as seen,
        (select count(*) from joins where device in (${list}) or person in (${list})) as joined,
        (select count(*) from device_users where device in (${list}) or person in (${list})) as used`),
      [{ active: 0, seen: 0, joined: 0, used: 0 }],
    );
    // By these sums an erasure finds rows.
    same(
      await this.#store.query(`select distinct (time // ${HOUR})::integer as hour, person from events where kind <= 2 and person is not null
        except select hour, person from active_persons`),
      [],
    );
    await this.#store.rewrite();
    same(await this.#store.clearedTo(), NOW);
    for (const name of await readdir(this.#folder)) {
      const bytes = await readFile(join(this.#folder, name));
      const found = gone.filter(each => bytes.includes('user' in each ? each.user : each.device));
      same(found, [], `in the bytes of ${name}`);
    }
  }
}
