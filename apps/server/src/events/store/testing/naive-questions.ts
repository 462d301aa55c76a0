/**
 * Questions as plainly as they can be answered: loops over a list of events. What the stores answer is compared with this; it shares no code
 * with their statements.
 */
import { eventKind } from '@rollcall/contract';
import {
  type Behaviour,
  type CohortDefinition,
  type Comparison,
  type Property,
  type Question,
  type QuestionBody,
  type QuestionEvent,
  readFormula,
  usageKinds,
} from '@rollcall/contract/console';
import type { StoredEvent } from '../../record/stored-event.ts';
import { derivedOf } from '../derived.ts';
import type { StoredPerson } from '../people.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HALF_HOUR = HOUR / 2;

/** Time by a zone's calendar; of the naive store. */
export interface Calendar {
  point(time: number): string;
  /** When a day begins. */
  begin(day: string): number;
  today(): string;
}

export interface NaiveWorld {
  readonly events: readonly StoredEvent[];
  readonly whoIs: (event: StoredEvent) => string | undefined;
  readonly people: ReadonlyMap<string, StoredPerson>;
  /** By which persons are put in order that nothing else puts in one. */
  readonly rank: (person: string) => bigint;
  readonly now: number;
  readonly calendar: Calendar;
  readonly cohorts: ReadonlyMap<string, CohortDefinition>;
}

interface Act extends StoredEvent {
  readonly who: string | undefined;
  readonly session?: Session;
}
interface Session {
  readonly begin: number;
  finish: number;
  entry?: string;
  exit?: string;
}
type Span = { readonly from: number; readonly to: number };

const byText = (one: string | null, other: string | null) =>
  one === other
    ? 0
    : one === null
      ? 1
      : other === null
        ? -1
        : Buffer.compare(Buffer.from(one), Buffer.from(other));
const inOrder = (one: StoredEvent, other: StoredEvent) =>
  one.time - other.time ||
  one.sequence - other.sequence ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
const isActivity = (event: StoredEvent) => event.kind <= eventKind.click;
const groupsOf = <T>(items: readonly T[], name: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(name(item), [...(groups.get(name(item)) ?? []), item]);
  return groups;
};
/** The value at place ⌈percent × n⌉ of the sorted list. */
const discrete = (values: readonly number[], percent: number): number | null =>
  [...values].sort((one, other) => one - other)[Math.ceil((percent * values.length) / 100) - 1] ?? null;
const cut = (text: string | null) => (text === null ? null : [...text].slice(0, 128).join(''));

export class NaiveQuestions {
  readonly #world: NaiveWorld;
  readonly #question: Question;
  readonly #period: Span;
  readonly #acts: readonly Act[];

  constructor(world: NaiveWorld, question: Question, period: Span) {
    this.#world = world;
    this.#question = question;
    this.#period = period;
    this.#acts = this.#withSessions(
      world.events
        .filter(event => this.#counts(event))
        .map(event => ({ ...event, who: world.whoIs(event) }))
        .sort(inOrder),
    );
  }

  #counts(event: StoredEvent, withPlatform = true): boolean {
    const { product, platform, sample, bots, dev, trusted } = this.#question.population;
    const is = (counted: string, flagged: true | undefined) =>
      counted === 'with' || (counted === 'only') === (flagged === true);
    return (
      (product === undefined || event.product === product) &&
      (!withPlatform || platform === undefined || event.platform === platform) &&
      is(sample, event.sample) &&
      is(bots, event.bot) &&
      is(dev, event.dev) &&
      is(trusted, event.trusted)
    );
  }

  #withSessions(acts: readonly Act[]): Act[] {
    const open = new Map<string, Session>();
    return acts.map(act => {
      if (act.who === undefined) return act;
      let session = open.get(act.who);
      if (session && act.time - session.finish > HALF_HOUR) session = undefined;
      if (isActivity(act)) {
        if (!session) open.set(act.who, (session = { begin: act.time, finish: act.time }));
        session.finish = act.time;
        if (act.kind === eventKind.view) {
          session.entry ??= act.key;
          session.exit = act.key;
        }
      }
      return session ? { ...act, session } : act;
    });
  }

  /** The value of a property; null where it is unset. */
  #value(property: Property, act: Act): string | number | null {
    const { people, events, whoIs } = this.#world;
    const [group, ...rest] = property.split('.');
    const name = rest.join('.');
    if (group === 'data') {
      const value = act.data?.[name];
      return value === undefined || value === null
        ? null
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
    }
    if (group === 'cohort') return act.who === undefined ? null : this.#isInCohort(name, act) ? 'in' : 'out';
    if (group === 'session') {
      if (!act.session) return null;
      const { begin, finish, entry, exit } = act.session;
      return name === 'duration' ? finish - begin : ((name === 'entry_page' ? entry : exit) ?? null);
    }
    if (group === 'person') {
      if (act.who === undefined) return null;
      if (name === 'known') return act.who.startsWith('user ') ? 'yes' : 'no';
      const [, which, what] = /^(first|latest)_(.*)$/.exec(name) ?? [];
      if (which !== undefined) {
        const found = events
          .filter(
            event => this.#counts(event, false) && whoIs(event) === act.who && event.time < this.#readTo,
          )
          .sort(inOrder)
          .flatMap(event => derivedOf(event)[what as 'referrer'] || []);
        return (which === 'first' ? found[0] : found.at(-1)) ?? null;
      }
      const person = people.get(act.who.replace('user ', ''));
      if (!person || !act.who.startsWith('user ')) return null;
      if (name === 'grade') return person.grade;
      if (name === 'signed_up') return person.signedUp;
      if (name === 'site') return person.site || null;
      const value = person.fields[name.slice('field.'.length)];
      return value === undefined || value === null
        ? null
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
    }
    if (name === 'key') return act.key;
    if (name === 'page') return [1, 2, 5].includes(act.kind) ? act.key : null;
    if (name === 'kind') return usageKinds.find(kind => eventKind[kind] === act.kind) ?? null;
    if (name === 'duration') return act.duration ?? null;
    if (name === 'class') return derivedOf(act).device_class;
    if (/^(?:browser|system|referrer|utm_)/.test(name)) return derivedOf(act)[name as 'browser'] || null;
    return act[name as 'language'] || null;
  }

  /** Up to when events are looked at for where people came from. */
  get #readTo(): number {
    const { window, behind } = this.#question;
    const kind = behind ? Object.keys(behind)[0] : this.#question.kind;
    if (kind === 'funnel') return this.#period.to + window;
    if (kind === 'retention') return this.until;
    return kind === 'paths' ? this.#period.to + DAY : this.#period.to;
  }
  /** Until when people are seen in a retention. */
  until = 0;

  #number(property: Property, act: Act): number | null {
    if (property.startsWith('data.')) {
      const value = act.data?.[property.slice('data.'.length)];
      return typeof value === 'number' ? value : null;
    }
    const value = this.#value(property, act);
    return typeof value === 'number' ? value : null;
  }

  #breakdown(property: Property, act: Act): string | null {
    const value = this.#value(property, act);
    return value === null ? null : cut(String(value));
  }

  #isOneOf(property: Property, values: readonly (string | number)[], act: Act): boolean {
    const own = this.#value(property, act);
    const isData = property.startsWith('data.');
    return values.some(value => {
      if (isData && typeof value === 'number') return this.#number(property, act) === value;
      if (typeof own === 'number') return own === Number(value);
      return own === String(value);
    });
  }

  #holds(group: object, act: Act): boolean {
    const { all, any } = group as { readonly all?: readonly object[]; readonly any?: readonly object[] };
    if (all) return all.every(each => this.#holds(each, act));
    if (any) return any.some(each => this.#holds(each, act));
    const given = group as Partial<Comparison> & {
      readonly cohort?: string;
      readonly did?: Behaviour;
      readonly did_not?: Behaviour;
      readonly accounts?: readonly string[];
    };
    if (given.cohort !== undefined)
      return (
        (act.who !== undefined && this.#isInCohort(given.cohort, act)) !== ((given.op as string) === 'not_in')
      );
    if (given.did) return this.#did(given.did, act);
    if (given.did_not) return act.who !== undefined && !this.#did(given.did_not, act);
    if (given.accounts) return given.accounts.some(user => act.who === `user ${user}`);
    return this.#compares(given as Comparison, act);
  }

  #compares(given: Comparison, act: Act): boolean {
    const { property } = given;
    const text = this.#value(property, act);
    const number = this.#number(property, act) ?? Number.NaN;
    const { begin } = this.#world.calendar;
    const dayAfter = (day: string) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
    switch (given.op) {
      case 'is':
        return this.#isOneOf(property, [given.value], act);
      case 'is_not':
        return !this.#isOneOf(property, [given.value], act);
      case 'in':
        return this.#isOneOf(property, given.value, act);
      case 'not_in':
        return !this.#isOneOf(property, given.value, act);
      case 'contains':
        return text !== null && String(text).toLowerCase().includes(given.value.toLowerCase());
      case 'not_contains':
        return text === null || !String(text).toLowerCase().includes(given.value.toLowerCase());
      case 'set':
        return text !== null;
      case 'not_set':
        return text === null;
      case 'gt':
        return number > given.value;
      case 'gte':
        return number >= given.value;
      case 'lt':
        return number < given.value;
      case 'lte':
        return number <= given.value;
      case 'between': {
        const [from, to] = given.value;
        return typeof from === 'string' && typeof to === 'string'
          ? number >= begin(from) && number < begin(dayAfter(to))
          : number >= Number(from) && number <= Number(to);
      }
      case 'before':
        return number < begin(given.value);
      default:
        return number >= begin(dayAfter(given.value));
    }
  }

  #isInCohort(id: string, act: Act): boolean {
    const definition = this.#world.cohorts.get(id);
    if (!definition) throw new Error(`no cohort ${id}`);
    return this.#holds(definition, act);
  }

  #did({ event, filter, times, within }: Behaviour, { who }: Act): boolean {
    if (who === undefined) return false;
    const { begin, today } = this.#world.calendar;
    const day = (date: string, days: number) =>
      new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
    const span = !within
      ? this.#period
      : 'days' in within
        ? { from: begin(day(today(), 1 - within.days)), to: begin(day(today(), 1)) }
        : { from: begin(within.from), to: begin(day(within.to, 1)) };
    const found = this.#acts.filter(
      act =>
        act.who === who &&
        act.time >= span.from &&
        act.time < span.to &&
        this.#is(event, act) &&
        (!filter || this.#holds(filter, act)),
    );
    return found.length >= times;
  }

  #is(event: QuestionEvent | null, act: Act): boolean {
    if (event === null) return isActivity(act);
    return act.kind === eventKind[event.kind] && (event.key === undefined || act.key === event.key);
  }

  /** The events of a span that the whole filter, an event and a filter leave. */
  #chosen(
    event: QuestionEvent | null | undefined,
    filter: object | undefined,
    span: Span = this.#period,
  ): Act[] {
    const whole = this.#question.filter;
    return this.#acts.filter(
      act =>
        act.time >= span.from &&
        act.time < span.to &&
        (event === undefined || this.#is(event, act)) &&
        (!filter || this.#holds(filter, act)) &&
        (!whole || this.#holds(whole, act)),
    );
  }

  #by(act: Act): (string | null)[] {
    return this.#question.breakdowns.map(property => this.#breakdown(property, act));
  }

  /** Everything first, then the largest groups. @param sizes by the JSON of each group */
  #groups(sizes: ReadonlyMap<string, number | null>) {
    const { breakdowns, top } = this.#question;
    if (breakdowns.length === 0) return { groups: [[]] as (string | null)[][], more: 0 };
    const named = [...sizes].map(([name, size]) => ({ by: JSON.parse(name) as (string | null)[], size }));
    named.sort(
      (one, other) =>
        (one.size === null ? 1 : 0) - (other.size === null ? 1 : 0) ||
        (other.size ?? 0) - (one.size ?? 0) ||
        byText(one.by[0] ?? null, other.by[0] ?? null) ||
        byText(one.by[1] ?? null, other.by[1] ?? null),
    );
    return {
      groups: [[], ...named.slice(0, top).map(({ by }) => by)] as (string | null)[][],
      more: Math.max(0, named.length - top),
    };
  }

  answer(points: readonly string[], running: string): QuestionBody {
    const { kind } = this.#question;
    if (kind === 'trend') return this.#trend(points);
    if (kind === 'funnel') return this.#funnel(points);
    if (kind === 'retention') return this.#retention(points, running);
    if (kind === 'stickiness') return this.#stickiness(points);
    if (kind === 'time') return this.#time();
    return kind === 'paths' ? this.#paths() : this.#people(points);
  }

  #trend(points: readonly string[]): QuestionBody {
    const { series, formula } = this.#question;
    const { point } = this.#world.calendar;
    interface Counted {
      readonly at: string;
      readonly by: (string | null)[];
      readonly act: Act;
    }
    const counted = series.map(({ event, filter, measure }) => {
      const acts = this.#chosen(event, filter);
      const ofSessions =
        measure === 'sessions' || (typeof measure === 'object' && measure.property === 'session.duration');
      if (!ofSessions) return acts.map((act): Counted => ({ at: point(act.time), by: this.#by(act), act }));
      const seen = new Set<Session>();
      return acts.flatMap((act): Counted[] => {
        const { session } = act;
        if (!session || session.begin < this.#period.from || seen.has(session)) return [];
        seen.add(session);
        return [{ at: point(session.begin), by: this.#by(act), act }];
      });
    });
    const valueOf = (n: number, some: readonly Counted[]): number | null => {
      const measure = series[n]?.measure ?? 'times';
      const people = new Set(some.flatMap(({ act }) => act.who ?? []));
      if (measure === 'times' || measure === 'sessions') return some.length;
      if (measure === 'people') return people.size;
      if (measure === 'per_person')
        return people.size === 0
          ? null
          : some.filter(({ act }) => act.who !== undefined).length / people.size;
      const values = some.flatMap(({ act }) => this.#number(measure.property, act) ?? []);
      const sum = values.reduce((total, each) => total + each, 0);
      if (measure.of === 'sum') return sum;
      if (measure.of === 'average') return values.length === 0 ? null : sum / values.length;
      return discrete(values, Number(measure.of.slice(1)));
    };
    const of = (n: number, by: (string | null)[]) =>
      (counted[n] ?? []).filter(each => by.length === 0 || JSON.stringify(each.by) === JSON.stringify(by));
    const names = new Set(counted.flat().map(({ by }) => JSON.stringify(by)));
    const sizes = new Map(
      [...names].map(name => {
        const own = of(0, JSON.parse(name) as (string | null)[]);
        return [name, own.length === 0 ? null : valueOf(0, own)] as const;
      }),
    );
    const { groups, more } = this.#groups(sizes);
    const lines = series.map((_, n) =>
      groups.map(by => ({
        series: n as number | null,
        by,
        total: valueOf(n, of(n, by)),
        values: points.map(at =>
          valueOf(
            n,
            of(n, by).filter(each => each.at === at),
          ),
        ),
      })),
    );
    const compute = formula === undefined ? undefined : readFormula(formula, series.length);
    const computed = compute
      ? groups.map((by, g) => ({
          series: null,
          by,
          total: compute(lines.map(some => some[g]?.total ?? null)),
          values: points.map((_, at) => compute(lines.map(some => some[g]?.values[at] ?? null))),
        }))
      : [];
    return { kind: 'trend', points: [...points], lines: [...lines.flat(), ...computed], more };
  }

  /** Of each person the attempt that got furthest, of those the shortest, of those the earliest. */
  #attempts(): { who: string; act: Act; times: number[] }[] {
    const { series, exclude, window, order } = this.#question;
    const span = { from: this.#period.from, to: this.#period.to + window };
    const stepsOf = series.map(({ event, filter }) => new Set(this.#chosen(event, filter, span)));
    const ends = new Set(exclude.flatMap(({ event, filter }) => this.#chosen(event, filter, span)));
    const any = new Set(order === 'strict' ? this.#chosen(null, undefined, span) : []);
    const acts = this.#acts.filter(
      act => act.who !== undefined && (ends.has(act) || any.has(act) || stepsOf.some(step => step.has(act))),
    );
    const attempts: { who: string; act: Act; times: number[] }[] = [];
    for (const [who, own] of groupsOf(acts, act => act.who ?? '')) {
      let best: { act: Act; times: number[] } | undefined;
      for (const [n, act] of own.entries()) {
        if (act.time >= this.#period.to) continue;
        const times = this.#attempt(own, n, stepsOf, ends);
        if (times.length === 0) continue;
        const length = (some: readonly number[]) => (some.at(-1) ?? 0) - (some[0] ?? 0);
        if (
          !best ||
          times.length > best.times.length ||
          (times.length === best.times.length && length(times) < length(best.times))
        )
          best = { act, times };
      }
      if (best) attempts.push({ who, ...best });
    }
    return attempts;
  }

  #funnel(points: readonly string[]): QuestionBody {
    const { series } = this.#question;
    const { point } = this.#world.calendar;
    const attempts = this.#attempts().map(({ act, times }) => ({
      by: this.#by(act),
      at: point(act.time),
      times,
    }));
    const peopleAt = (some: typeof attempts, n: number) =>
      some.filter(({ times }) => times.length > n).length;
    const byName = groupsOf(attempts, ({ by }) => JSON.stringify(by));
    const { groups, more } = this.#groups(new Map([...byName].map(([name, some]) => [name, some.length])));
    return {
      kind: 'funnel',
      groups: groups.map(by => {
        const some = by.length === 0 ? attempts : (byName.get(JSON.stringify(by)) ?? []);
        return {
          by,
          steps: series.map((_, n) => {
            const between = some.flatMap(({ times }) =>
              times.length > n ? (times[n] ?? 0) - (times[n - 1] ?? 0) : [],
            );
            const percent = (p: number) => discrete(between, p);
            return {
              people: peopleAt(some, n),
              between:
                n === 0
                  ? null
                  : {
                      p10: percent(10),
                      p25: percent(25),
                      p50: percent(50),
                      p75: percent(75),
                      p90: percent(90),
                    },
            };
          }),
        };
      }),
      more,
      points: [...points],
      trend: points.map(at =>
        series.map((_, n) =>
          peopleAt(
            attempts.filter(each => each.at === at),
            n,
          ),
        ),
      ),
    };
  }

  /** The times of the steps of the attempt that begins with an event; empty where none does. */
  #attempt(own: readonly Act[], at: number, stepsOf: readonly Set<Act>[], ends: ReadonlySet<Act>): number[] {
    const { order, window } = this.#question;
    const begin = own[at] as Act;
    if (order === 'any') {
      if (!stepsOf.some(step => step.has(begin))) return [];
      const times = stepsOf.flatMap(step => {
        if (step.has(begin)) return begin.time;
        for (const act of own.slice(at + 1)) {
          if (ends.has(act) || act.time > begin.time + window) return [];
          if (step.has(act)) return act.time;
        }
        return [];
      });
      return times.sort((one, other) => one - other);
    }
    if (!stepsOf[0]?.has(begin)) return [];
    const times = [begin.time];
    for (const act of own.slice(at + 1)) {
      if (times.length === stepsOf.length || ends.has(act) || act.time > begin.time + window) break;
      if (stepsOf[times.length]?.has(act)) times.push(act.time);
      else if (order === 'strict') break;
    }
    return times;
  }

  /** Who started when, and whether they came back so many points later. */
  #starts() {
    const { series, filter, start, grain } = this.#question;
    const { point } = this.#world.calendar;
    const [begin, back] = series;
    const from = start === 'first' ? 0 : this.#period.from;
    const starts = this.#chosen(begin?.event, begin?.filter, { from, to: this.#period.to }).filter(
      act => act.who,
    );
    const isOfAnyActivity =
      start === 'first' && !filter && series.every(each => each.event === null && !each.filter);
    /** A platform tells who was seen, and not who had been there before. */
    const wasElsewhere = ({ who, time }: Act) =>
      isOfAnyActivity &&
      this.#world.events.some(
        event =>
          this.#counts(event, false) &&
          isActivity(event) &&
          this.#world.whoIs(event) === who &&
          (event.time < this.#period.from || point(event.time) < point(time)),
      );
    const seen = new Set<string>();
    const members = starts.flatMap(act => {
      const name = start === 'first' ? `${act.who}` : `${act.who} ${point(act.time)}`;
      if (seen.has(name)) return [];
      seen.add(name);
      return act.time >= this.#period.from && !wasElsewhere(act)
        ? [{ who: act.who ?? '', act, at: point(act.time) }]
        : [];
    });
    const returns = new Set(
      this.#chosen(back?.event, back?.filter, { from: this.#period.from, to: this.until }).map(
        act => `${act.who} ${point(act.time)}`,
      ),
    );
    const later = (at: string, n: number) => {
      if (grain === 'hour') return new Date(Date.parse(`${at}:00:00Z`) + n * HOUR).toISOString().slice(0, 13);
      const date = new Date(`${at}T00:00:00Z`);
      if (grain === 'month') date.setUTCMonth(date.getUTCMonth() + n);
      else date.setUTCDate(date.getUTCDate() + n * (grain === 'week' ? 7 : 1));
      return date.toISOString().slice(0, 10);
    };
    const cameBack = (who: string, at: string, n: number) => returns.has(`${who} ${later(at, n)}`);
    return { members, later, cameBack };
  }

  #retention(points: readonly string[], running: string): QuestionBody {
    const { length } = this.#question;
    const { members: starts, later, cameBack } = this.#starts();
    const members = starts.map(({ who, act, at }) => ({ who, at, by: this.#by(act) }));
    const byName = groupsOf(members, ({ by }) => JSON.stringify(by));
    const { groups, more } = this.#groups(new Map([...byName].map(([name, some]) => [name, some.length])));
    return {
      kind: 'retention',
      groups: groups.map(by => {
        const some = by.length === 0 ? members : (byName.get(JSON.stringify(by)) ?? []);
        const cohorts = points
          .filter(at => at <= running)
          .map(at => {
            const own = some.filter(each => each.at === at);
            const counts: number[] = [];
            for (let n = 0; n <= length && later(at, n) <= running; n += 1)
              counts.push(own.filter(({ who }) => cameBack(who, at, n)).length);
            return { point: at, people: own.length, back: counts };
          });
        const average = Array.from({ length: length + 1 }, (_, n) => {
          const could = cohorts.filter(cohort => cohort.back.length > n);
          const people = could.reduce((sum, cohort) => sum + cohort.people, 0);
          return people === 0 ? null : could.reduce((sum, cohort) => sum + (cohort.back[n] ?? 0), 0) / people;
        });
        return { by, cohorts, average };
      }),
      more,
    };
  }

  #stickiness(points: readonly string[]): QuestionBody {
    const { series } = this.#question;
    const { point } = this.#world.calendar;
    const members = series.map(({ event, filter }) => {
      const acts = this.#chosen(event, filter).filter(act => act.who !== undefined);
      return [...groupsOf(acts, act => act.who ?? '').values()].map(own => ({
        by: this.#by(own[0] as Act),
        points: new Set(own.map(act => point(act.time))).size,
      }));
    });
    const sizes = new Map<string, number>();
    for (const [n, some] of members.entries())
      for (const { by } of some) {
        const name = JSON.stringify(by);
        sizes.set(name, (sizes.get(name) ?? 0) + (n === 0 ? 1 : 0));
      }
    const { groups, more } = this.#groups(sizes);
    return {
      kind: 'stickiness',
      lines: series.flatMap((_, n) =>
        groups.map(by => ({
          series: n,
          by,
          people: points.map(
            (__, at) =>
              (members[n] ?? []).filter(
                each =>
                  each.points === at + 1 &&
                  (by.length === 0 || JSON.stringify(each.by) === JSON.stringify(by)),
              ).length,
          ),
        })),
      ),
      more,
    };
  }

  #time(): QuestionBody {
    const { series, filter, breakdowns } = this.#question;
    const [first] = series;
    /** Of sums the stores tell quantiles as the middle of a step of a histogram. */
    const isOfSums = !filter && !first?.filter && breakdowns.length === 0;
    const quantile = (values: readonly number[], percent: number) => {
      const value = discrete(values, percent) ?? 0;
      return isOfSums ? Math.round(Math.exp((Math.floor(Math.log(value + 1) * 20) + 0.5) / 20) - 1) : value;
    };
    const properties: readonly Property[] = breakdowns.length > 0 ? breakdowns : ['event.kind', 'event.key'];
    const acts = this.#chosen(first?.event ?? undefined, first?.filter).filter(
      act => act.duration !== undefined,
    );
    const rowOf = (by: (string | null)[], some: readonly Act[]) => {
      const values = some.map(({ duration = 0 }) => duration);
      const sum = values.reduce((total, each) => total + each, 0);
      return {
        by,
        times: values.length,
        sum,
        average: sum / values.length,
        p50: quantile(values, 50),
        p90: quantile(values, 90),
      };
    };
    const byName = groupsOf(acts, act => JSON.stringify(properties.map(each => this.#breakdown(each, act))));
    const rows = [...byName].map(([name, some]) => rowOf(JSON.parse(name) as (string | null)[], some));
    rows.sort(
      (one, other) =>
        other.sum - one.sum ||
        byText(one.by[0] ?? null, other.by[0] ?? null) ||
        byText(one.by[1] ?? null, other.by[1] ?? null),
    );
    const { top } = this.#question;
    return {
      kind: 'time',
      rows: [...(acts.length > 0 ? [rowOf([], acts)] : []), ...rows.slice(0, top)],
      more: Math.max(0, rows.length - top),
    };
  }

  /** The moves from page to page, each with the view that is moved to, or with the last one where a path ends. */
  #moves(): { step: number; from: string | null; to: string | null; view: Act }[] {
    const { series, page } = this.#question;
    const span = { from: this.#period.from - DAY, to: this.#period.to + DAY };
    const views = this.#chosen({ kind: 'view' }, series[0]?.filter, span).filter(
      act => act.who !== undefined,
    );
    const isIn = (time: number) => time >= this.#period.from && time < this.#period.to;
    const moves: { step: number; from: string | null; to: string | null; view: Act }[] = [];
    const add = (step: number, path: readonly Act[], to: number) => {
      const [from, view] = [path[to - 1], path[to]];
      moves.push({ step, from: from?.key ?? null, to: view?.key ?? null, view: (view ?? from) as Act });
    };
    const places = groupsOf(views, ({ who, product, platform, sample, bot, dev, trusted }) =>
      JSON.stringify([who, product, platform ?? '', sample, bot, dev, trusted]),
    );
    for (const own of places.values()) {
      const paths: Act[][] = [];
      for (const view of own) {
        const last = paths.at(-1);
        if (last && view.time - (last.at(-1)?.time ?? 0) <= HALF_HOUR) last.push(view);
        else paths.push([view]);
      }
      for (const path of paths) {
        if (!page) {
          for (const [n, view] of path.entries()) {
            if (!isIn(view.time)) continue;
            add(0, path, n);
            if (n === path.length - 1) add(0, path, n + 1);
          }
          continue;
        }
        const wanted = 'from' in page ? page.from : 'to' in page ? page.to : page.through;
        const anchor = path.findIndex(view => view.key === wanted);
        if (anchor < 0 || !isIn((path[anchor] as Act).time)) continue;
        for (let step = 1; step <= 5; step += 1) {
          if (!('to' in page) && anchor + step <= path.length) add(step, path, anchor + step);
          if (!('from' in page) && anchor - step + 1 >= 0) add(-step, path, anchor - step + 1);
        }
      }
    }
    return moves;
  }

  #paths(): QuestionBody {
    const { top } = this.#question;
    const moves = groupsOf(this.#moves(), ({ step, from, to }) => JSON.stringify([step, from, to]));
    const nullFirst = (one: string | null, other: string | null) =>
      one === null || other === null ? -byText(one, other) : byText(one, other);
    const listed = [...moves]
      .map(([name, { length }]) => {
        const [step, from, to] = JSON.parse(name) as [number, string | null, string | null];
        return { step, from_page: from, to_page: to, moves: length };
      })
      .sort(
        (one, other) =>
          other.moves - one.moves ||
          Math.abs(one.step) - Math.abs(other.step) ||
          one.step - other.step ||
          nullFirst(one.from_page, other.from_page) ||
          nullFirst(one.to_page, other.to_page),
      );
    return {
      kind: 'paths',
      moves: listed.slice(0, top),
      total: listed.reduce((sum, each) => sum + each.moves, 0),
    };
  }

  /** What is counted of the people that are asked for. */
  #actsOfPeople(points: readonly string[]): Act[] {
    const { series, behind } = this.#question;
    const of = (n: number) =>
      this.#chosen(series[n]?.event, series[n]?.filter).filter(act => act.who !== undefined);
    if (!behind) return of(0);
    const { point } = this.#world.calendar;
    const isIn = (by: readonly (string | null)[] | undefined, act: Act) =>
      by === undefined || JSON.stringify(by) === JSON.stringify(this.#by(act));
    if ('funnel' in behind) {
      const { steps, lost, point: wanted, took, by } = behind.funnel;
      return this.#attempts()
        .filter(({ act, times }) => {
          const between = (times[steps - 1] ?? 0) - (times[steps - 2] ?? 0);
          return (
            (lost ? times.length === steps - 1 : times.length >= steps) &&
            (wanted === undefined || (points.includes(wanted) && point(act.time) === wanted)) &&
            (took?.over === undefined || between > took.over) &&
            (took?.upto === undefined || between <= took.upto) &&
            isIn(by, act)
          );
        })
        .map(({ act }) => act);
    }
    if ('retention' in behind) {
      const { point: wanted, after, by } = behind.retention;
      const { members, cameBack } = this.#starts();
      return members
        .filter(
          ({ who, act, at }) =>
            (wanted === undefined || (points.includes(wanted) && at === wanted)) &&
            (after === undefined || cameBack(who, at, after)) &&
            isIn(by, act),
        )
        .map(({ act }) => act);
    }
    if ('paths' in behind) {
      const { step, from, to } = behind.paths;
      return this.#moves()
        .filter(
          move =>
            move.step === step &&
            (from === undefined || move.from === from) &&
            (to === undefined || move.to === to),
        )
        .map(({ view }) => view)
        .sort(inOrder);
    }
    const { series: n, points: count, by } = behind.stickiness;
    return [...groupsOf(of(n), act => act.who ?? '').values()]
      .filter(own => new Set(own.map(act => point(act.time))).size === count && isIn(by, own[0] as Act))
      .flat();
  }

  #people(points: readonly string[]): QuestionBody {
    const { top } = this.#question;
    const acts = this.#actsOfPeople(points);
    const found = [...groupsOf(acts, act => act.who ?? '')].map(([who, own]) => ({
      who,
      times: own.length,
      first: own[0]?.time ?? 0,
      last: own.at(-1)?.time ?? 0,
    }));
    found.sort(
      (one, other) =>
        other.times - one.times ||
        one.first - other.first ||
        (this.#world.rank(one.who) < this.#world.rank(other.who) ? -1 : 1),
    );
    return {
      kind: 'people',
      people: found.slice(0, top).map(({ who, ...rest }) => ({
        id: who.startsWith('user ') ? who.slice('user '.length) : null,
        nickname: null,
        ...rest,
      })),
      total: found.length,
    };
  }
}
