/**
 * The event store as plainly as it can be said: a list, and loops over it. What a real store answers is compared with
 * this; it shares no code with one.
 */
import { eventKind } from '@rollcall/contract';
import {
  type CohortDefinition,
  type Question,
  type QuestionBody,
  type UsageKind,
  usageKinds,
} from '@rollcall/contract/console';
import type { StoredReport } from '../../record/stored-report.ts';
import type { Subject } from '../../record/subject.ts';
import type { Batch, EventStore } from '../event-store.ts';
import type { PeopleChange, StoredPerson } from '../people.ts';
import type { Answer, QueryParams } from '../../../features/usage/queries/params.ts';
import {
  type BoundQueries,
  questionOf,
  type Written,
} from '../../../features/usage/testing/bound-queries.ts';
import type { StoredEvent } from '../../record/stored-event.ts';
import { personOf } from '../rows.ts';
import { NaiveQuestions } from './naive-questions.ts';

const HALF_HOUR = 30 * 60_000;
const HOUR = 3_600_000;

const kindName = (kind: number): UsageKind => usageKinds.find(name => eventKind[name] === kind) ?? 'custom';
const isActivity = (event: StoredEvent) => event.kind <= 2;
const order = (one: StoredEvent, other: StoredEvent) =>
  one.time - other.time || one.sequence - other.sequence || (one.id < other.id ? -1 : 1);

const formats = new Map<string, Intl.DateTimeFormat>();
/** Quarters of hours by zone: no zone's clock changes within one. */
const quarters = new Map<string, { day: string; hour: string }>();
/** Local day and hour, by the formatter alone. */
const local = (zone: string, time: number): { day: string; hour: string } => {
  const quarter = `${zone} ${Math.floor(time / (HOUR / 4))}`;
  const known = quarters.get(quarter);
  if (known) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const text = format.format(time);
  const found = { day: text.slice(0, 10), hour: `${text.slice(0, 10)}T${text.slice(11, 13)}` };
  quarters.set(quarter, found);
  return found;
};
type Step = 'hour' | 'day' | 'week' | 'month';
const monday = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};
const pointOf = (zone: string, step: Step, time: number): string => {
  const { day, hour } = local(zone, time);
  if (step === 'hour') return hour;
  if (step === 'day') return day;
  return step === 'week' ? monday(day) : `${day.slice(0, 7)}-01`;
};

type Who = Pick<QueryParams<'getUsageLive'>, 'product' | 'platform' | 'sample' | 'bots' | 'dev'>;
const counts = (who: Who, event: StoredEvent, withPlatform = true): boolean => {
  const is = (counted: 'with' | 'without' | 'only', flagged: true | undefined) =>
    counted === 'with' || (counted === 'only') === (flagged === true);
  return (
    (who.product === undefined || event.product === who.product) &&
    (!withPlatform || who.platform === undefined || event.platform === who.platform) &&
    is(who.sample, event.sample) &&
    is(who.bots, event.bot) &&
    is(who.dev, event.dev)
  );
};

interface Asks extends Who {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone: string;
}

/** Values grouped by a name, in the order of first appearance. */
const grouped = <T>(items: readonly T[], name: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = name(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
};
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export class NaiveStore implements EventStore, BoundQueries {
  #events: StoredEvent[] = [];
  #reports: StoredReport[] = [];
  /** When events that were erased had been received, by their ids. */
  readonly #erased = new Map<string, number>();
  /** By device, the events that joined it and expired. */
  readonly #expiredJoins = new Map<string, StoredEvent>();
  /** By device, the event that joins it; undefined while it is not worked out. */
  #joins: ReadonlyMap<string, StoredEvent> | undefined;
  #loadedTo = 0;
  #peopleAt = 0;
  /** What is known of people, by user. */
  readonly people = new Map<string, StoredPerson>();
  readonly #now: () => number;
  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  get reports(): readonly StoredReport[] {
    return this.#reports;
  }

  async position() {
    return { loadedTo: this.#loadedTo };
  }
  async load(batch: Batch) {
    if (batch.to <= this.#loadedTo) return 0;
    if (batch.from !== this.#loadedTo) throw new Error('gap');
    this.#loadedTo = batch.to;
    return this.#add(batch.events, batch.reports);
  }
  async loadPart({ events, reports }: Batch) {
    return this.#add(events, reports);
  }
  async check() {}
  async products() {
    return [...new Set(this.#events.map(({ product }) => product))];
  }
  async moveTo(_: number, offset: number) {
    this.#loadedTo = offset;
  }
  async loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]) {
    return this.#add(events, reports);
  }
  /** Each id once. */
  #add(events: readonly StoredEvent[], reports: readonly StoredReport[]): number {
    let known = 0;
    this.#joins = undefined;
    for (const event of events) {
      if (this.#erased.has(event.id) || this.#events.some(({ id }) => id === event.id)) known += 1;
      else this.#events.push(event);
    }
    this.#reports.push(...reports.filter(({ id }) => !this.#reports.some(stored => stored.id === id)));
    return known;
  }
  #of(subject: Subject) {
    return (event: StoredEvent) =>
      'user' in subject ? event.user === subject.user : event.device === subject.device;
  }
  async eventsOf(subject: Subject, after: string | undefined, limit: number) {
    return this.#events
      .filter(event => this.#of(subject)(event) && (after === undefined || event.id > after))
      .sort((one, other) => compare(one.id, other.id))
      .slice(0, limit);
  }
  async peopleAt() {
    return this.#peopleAt;
  }
  async changePeople({ from, to, all, people, gone }: PeopleChange) {
    if (from !== this.#peopleAt) return false;
    this.#peopleAt = to;
    if (all) this.people.clear();
    for (const user of gone) this.people.delete(user);
    for (const person of people) this.people.set(person.user, person);
    return true;
  }
  async erase(subject: Subject) {
    if ('user' in subject) this.people.delete(subject.user);
    const theirs = this.#events.filter(this.#of(subject));
    this.#forgetJoins(this.#of(subject));
    for (const { id, received } of theirs) this.#erased.set(id, received);
    this.#events = this.#events.filter(event => !theirs.includes(event));
    return theirs.length;
  }
  async eraseSample() {
    const before = this.#events.length;
    this.#forgetJoins(event => event.sample === true);
    this.#events = this.#events.filter(event => !event.sample);
    this.#reports = this.#reports.filter(report => !report.sample);
    return before - this.#events.length;
  }
  async clear() {
    return this.#now();
  }
  /** The ids of erased events are known for 31 days. */
  async compact() {
    for (const [id, received] of this.#erased)
      if (received < this.#now() - 31 * 24 * HOUR) this.#erased.delete(id);
  }
  async expire(before: number) {
    const hour = Math.floor(before / HOUR) * HOUR;
    for (const [device, join] of this.#joinsOf()) if (join.time < hour) this.#expiredJoins.set(device, join);
    this.#joins = undefined;
    this.#events = this.#events.filter(event => event.time >= hour);
    this.#reports = this.#reports.filter(report => report.received >= hour);
  }
  async close() {}

  /** The earliest event of each device that bears a user, too. */
  #joinsOf(): ReadonlyMap<string, StoredEvent> {
    if (this.#joins) return this.#joins;
    const joins = new Map(this.#expiredJoins);
    for (const event of this.#events) {
      if (event.device === undefined || event.user === undefined) continue;
      const join = joins.get(event.device);
      if (!join || order(event, join) < 0) joins.set(event.device, event);
    }
    this.#joins = joins;
    return joins;
  }

  /** A device whose join is erased goes by the rows that remain. */
  #forgetJoins(erased: (event: StoredEvent) => boolean) {
    for (const [device, join] of this.#joinsOf()) if (erased(join)) this.#expiredJoins.delete(device);
    this.#joins = undefined;
  }

  /**
   * Who an event is of: its user; else the user that its device is joined to, up to the join, and nobody after it; else
   * the device, else the process.
   */
  #personOf(event: StoredEvent): string | undefined {
    if (event.user !== undefined) return `user ${event.user}`;
    if (event.device === undefined)
      return event.process === undefined ? undefined : `process ${event.process}`;
    const join = this.#joinsOf().get(event.device);
    if (!join) return `device ${event.device}`;
    return event.time <= join.time ? `user ${join.user}` : undefined;
  }

  #distinct(events: readonly StoredEvent[]): number {
    return new Set(events.map(event => this.#personOf(event)).filter(person => person !== undefined)).size;
  }

  /** The days of a period, and whether a time lies in it. */
  #period(params: Asks) {
    const to = params.to ?? local(params.zone, this.#now()).day;
    const start = new Date(`${to}T00:00:00Z`);
    start.setUTCDate(start.getUTCDate() - 27);
    const from = params.from ?? start.toISOString().slice(0, 10);
    const days: string[] = [];
    for (const day = new Date(`${from}T00:00:00Z`); day.toISOString().slice(0, 10) <= to; ) {
      days.push(day.toISOString().slice(0, 10));
      day.setUTCDate(day.getUTCDate() + 1);
    }
    // The first hour with the day's date.
    const begin = (day: string) => {
      let at = Date.parse(`${day}T00:00:00Z`) - 16 * HOUR;
      while (local(params.zone, at).day < day) at += HOUR;
      return at;
    };
    const after = new Date(`${to}T00:00:00Z`);
    after.setUTCDate(after.getUTCDate() + 1);
    const [first, last] = [begin(from), begin(after.toISOString().slice(0, 10))];
    return {
      from: first,
      to: last,
      days,
      in: (event: StoredEvent) => event.time >= first && event.time < last,
    };
  }
  #points(params: Asks, step: Step): string[] {
    const { from, to } = this.#period(params);
    const points = new Set<string>();
    for (let at = from; at < to; at += HOUR) points.add(pointOf(params.zone, step, at));
    return [...points];
  }
  #notes(params: Asks) {
    const period = this.#period(params);
    const sample = this.#events.some(event => counts(params, event) && event.sample && period.in(event));
    return { from: period.from, to: period.to, sample };
  }
  #chosen(params: Asks) {
    const period = this.#period(params);
    return this.#events.filter(event => counts(params, event) && period.in(event));
  }

  async scope() {
    const hours = this.#events.map(event => Math.floor(event.time / HOUR) * HOUR);
    return {
      platforms: [...new Set(this.#events.flatMap(event => event.platform || []))].sort(),
      events: this.#events.length,
      first: hours.length === 0 ? null : Math.min(...hours),
      last: hours.length === 0 ? null : Math.max(...hours),
      sample: this.#events.some(event => event.sample),
    };
  }

  async ask(question: Written): Promise<QuestionBody> {
    return this.answers(questionOf(question)).answer;
  }

  /** What a question is answered, and of the period before, if it compares. */
  answers(
    question: Question,
    cohorts: ReadonlyMap<string, CohortDefinition> = new Map(),
  ): { answer: QuestionBody; previous: QuestionBody | null; from: number; to: number; unfinished: boolean } {
    const { zone, grain, period: asked, compare } = question;
    const now = this.#now();
    const today = local(zone, now).day;
    const moved = (day: string, days: number) => {
      const date = new Date(`${day}T00:00:00Z`);
      date.setUTCDate(date.getUTCDate() + days);
      return date.toISOString().slice(0, 10);
    };
    const movedMonths = (day: string, months: number) => {
      const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
      date.setUTCMonth(date.getUTCMonth() + months);
      return date.toISOString().slice(0, 10);
    };
    const first = (): string => {
      if ('from' in asked) return asked.from;
      if (asked.unit === 'day') return moved(today, 1 - asked.last);
      return asked.unit === 'week'
        ? moved(monday(today), 7 * (1 - asked.last))
        : movedMonths(today, 1 - asked.last);
    };
    const [from, to] = [first(), 'to' in asked ? asked.to : today];
    const running = pointOf(zone, grain, now);
    const rank = (person: string) => {
      const [kind, ...name] = person.split(' ');
      return personOf({ [kind ?? '']: name.join(' ') }) ?? 0n;
    };
    const of = (some: { readonly from: string; readonly to: string }) => {
      const period = this.#period({ ...question.population, ...some, zone });
      const world = {
        events: this.#events,
        whoIs: (event: StoredEvent) => this.#personOf(event),
        people: this.people,
        rank,
        now,
        calendar: {
          point: (time: number) => pointOf(zone, grain, time),
          begin: (day: string) => this.#period({ ...question.population, from: day, to: day, zone }).from,
          today: () => today,
        },
        cohorts,
      };
      const naive = new NaiveQuestions(world, question, period);
      const length = { hour: 1, day: 24, week: 168, month: 744 }[grain] * (question.length + 1) * HOUR;
      const { to: midnight } = this.#period({ ...question.population, from: today, to: today, zone });
      naive.until = Math.max(period.to, Math.min(midnight, period.to + length));
      const points = this.#points({ ...question.population, ...some, zone }, grain);
      return { period, points, answer: naive.answer(points, running) };
    };
    const found = of({ from, to });
    const before = () => {
      const end = moved(from, -1);
      if ('from' in asked) {
        const days = (Date.parse(to) - Date.parse(from)) / (24 * HOUR) + 1;
        return { from: moved(from, -days), to: end };
      }
      const { last, unit } = asked;
      if (unit !== 'month') {
        const days = unit === 'week' ? 7 * last : last;
        return { from: moved(from, -days), to: moved(to, -days) };
      }
      const same = `${movedMonths(to, -last).slice(0, 7)}${to.slice(7)}`;
      return { from: movedMonths(from, -last), to: same < end ? same : end };
    };
    return {
      answer: found.answer,
      previous: compare === undefined ? null : of(before()).answer,
      from: found.period.from,
      to: found.period.to,
      unfinished: running <= (found.points.at(-1) ?? ''),
    };
  }

  async listProducts({ search, after, limit }: Parameters<BoundQueries['listProducts']>[0]) {
    const all = (await this.products()).sort();
    return all.filter(product => product.startsWith(search) && product > after).slice(0, limit);
  }

  async live(params: QueryParams<'getUsageLive'>): Promise<Answer<'getUsageLive'>> {
    const to = (Math.floor(this.#now() / 60_000) + 1) * 60_000;
    const from = to - HALF_HOUR;
    const events = this.#events.filter(
      event => counts(params, event) && isActivity(event) && event.time >= from && event.time < to,
    );
    return {
      from,
      to,
      sample: this.#events.some(
        event =>
          counts(params, event) &&
          event.sample === true &&
          event.time >= Math.floor(from / HOUR) * HOUR &&
          event.time < Math.ceil(to / HOUR) * HOUR,
      ),
      active: this.#distinct(events.filter(event => event.time >= to - 5 * 60_000)),
      minutes: Array.from({ length: 30 }, (_, n) => {
        const at = from + n * 60_000;
        const some = events.filter(event => event.time >= at && event.time < at + 60_000);
        return { at, events: some.length, people: this.#distinct(some) };
      }),
      keys: [...grouped(events, event => `${event.kind} ${event.key}`).values()]
        .map(some => ({ event: some[0] as StoredEvent, events: some.length, people: this.#distinct(some) }))
        .sort(
          (one, other) =>
            other.events - one.events ||
            one.event.kind - other.event.kind ||
            compare(one.event.key, other.event.key),
        )
        .slice(0, 10)
        .map(({ event, ...rest }) => ({ kind: kindName(event.kind), key: event.key, ...rest })),
    };
  }

  async heatmap(params: QueryParams<'getUsageHeatmap'>): Promise<Answer<'getUsageHeatmap'>> {
    const all = this.#chosen(params).flatMap(event => {
      const { x, y, w, h } = event.data ?? {};
      if (event.kind !== eventKind.click || event.key !== params.page) return [];
      if (typeof x !== 'number' || typeof y !== 'number' || typeof w !== 'number') return [];
      if (x < 0 || x > 1000 || y < 0 || w <= 0) return [];
      const width: 'narrow' | 'medium' | 'wide' = w < 600 ? 'narrow' : w < 1200 ? 'medium' : 'wide';
      return [{ x, y, width, h: typeof h === 'number' ? h : undefined }];
    });
    const clicks = all.filter(click => params.width === undefined || click.width === params.width);
    const cells = [
      ...grouped(clicks, ({ x, y }) => `${Math.min(49, Math.floor((x * 50) / 1000))} ${Math.floor(y / 20)}`),
    ]
      .map(([name, some]) => {
        const [x = 0, y = 0] = name.split(' ').map(Number);
        return [x, y, some.length] as [number, number, number];
      })
      .sort(([x, y, n], [otherX, otherY, otherN]) => otherN - n || y - otherY || x - otherX);
    const number = (width: string) => all.filter(click => click.width === width).length;
    return {
      ...this.#notes(params),
      rows_from: null,
      clicks: clicks.length,
      widths: { narrow: number('narrow'), medium: number('medium'), wide: number('wide') },
      height: Math.round(medianOf(clicks.flatMap(({ h }) => h ?? [])) ?? 0),
      cells: cells.slice(0, 5000),
      more: cells.length > 5000,
    };
  }

  async keys(params: QueryParams<'listUsageKeys'>): Promise<Answer<'listUsageKeys'>> {
    const events = this.#chosen(params).filter(
      event =>
        (params.kind === undefined ? isActivity(event) : event.kind === eventKind[params.kind]) &&
        (params.search === undefined || event.key.toLowerCase().includes(params.search.toLowerCase())),
    );
    return {
      ...this.#notes(params),
      keys: [...grouped(events, event => `${event.kind} ${event.key}`).values()]
        .map(some => ({
          kind: some[0]?.kind ?? 0,
          key: some[0]?.key ?? '',
          events: some.length,
          timed: some.filter(event => event.duration !== undefined).length,
          last: Math.max(...some.map(event => Math.floor(event.time / HOUR) * HOUR)),
        }))
        .sort(
          (one, other) => other.events - one.events || one.kind - other.kind || compare(one.key, other.key),
        )
        .slice(0, params.top)
        .map(({ kind, ...row }) => ({ kind: kindName(kind), ...row })),
    };
  }

  async properties(params: QueryParams<'listUsageProperties'>): Promise<Answer<'listUsageProperties'>> {
    const events = this.#chosen(params).filter(
      event => event.kind === eventKind[params.kind] && event.key === params.key,
    );
    const fields = events.flatMap(event =>
      Object.entries(event.data ?? {}).map(([name, value]) => ({
        name,
        value: value === null ? null : typeof value === 'string' ? value : JSON.stringify(value),
      })),
    );
    return {
      ...this.#notes(params),
      rows_from: null,
      events: events.length,
      properties: [...grouped(fields, field => field.name)]
        .map(([name, some]) => {
          const values = [
            ...grouped(
              some.filter(field => field.value !== null),
              field => field.value ?? '',
            ),
          ].sort(([one, ones], [other, others]) => others.length - ones.length || compare(one, other));
          return {
            name,
            events: some.length,
            values: values.length,
            common: values.slice(0, 5).map(([value]) => value),
          };
        })
        .sort((one, other) => other.events - one.events || compare(one.name, other.name)),
    };
  }
}
