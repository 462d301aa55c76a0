/** Filters as conditions on events; none of them is ever null. */
import { eventKind } from '@rollcall/contract';
import {
  type Behaviour,
  type CohortDefinition,
  type Comparison,
  type Group,
  membersOf,
  propertyType,
  type Property,
  type QuestionEvent,
} from '@rollcall/contract/console';
import { personOf } from '../../../events/store/rows.ts';
import type { Span } from '../queries/statements.ts';
import { addDays, dateAt, dayStart } from '../queries/zone.ts';
import type { QuestionDialect } from './dialect.ts';
import type { Params } from './params.ts';
import type { Properties } from './properties.ts';

/** What a condition of any kind may hold; each has some of it. */
type AnyCondition = Partial<Comparison> & {
  readonly cohort?: string;
  readonly did?: Behaviour;
  readonly did_not?: Behaviour;
  readonly accounts?: readonly string[];
};
export type AnyGroup = Group<object>;

export interface ConditionOptions {
  readonly dialect: QuestionDialect;
  readonly params: Params;
  readonly properties: Properties;
  readonly zone: string;
  readonly now: number;
  readonly period: Span;
  /** Definitions of the cohorts that the question names. */
  readonly cohorts: ReadonlyMap<string, CohortDefinition>;
  /** A relation of events of a span with `person` resolved. @param where condition on its rows */
  readonly events: (span: Span, where: string) => string;
}

const { custom, click } = eventKind;

export class Conditions {
  readonly #options: ConditionOptions;

  constructor(options: ConditionOptions) {
    this.#options = options;
  }

  /** Of which events an event is. @param e a prefix of the columns */
  isEvent(event: QuestionEvent | null, e = 'e.'): string {
    if (event === null) return `${e}kind between ${custom} and ${click}`;
    const kind = `${e}kind = ${eventKind[event.kind]}`;
    return event.key === undefined ? kind : `(${kind} and ${e}key = ${this.#options.params.text(event.key)})`;
  }

  of(group: AnyGroup | undefined): string {
    if (group === undefined) return 'true';
    const members = membersOf(group).map(member =>
      'all' in member || 'any' in member ? this.of(member) : this.#one(member),
    );
    if ('all' in group) return members.length === 0 ? 'true' : `(${members.join(' and ')})`;
    return members.length === 0 ? 'false' : `(${members.join(' or ')})`;
  }

  /** Whether somebody is in a cohort. */
  isIn(cohort: string): string {
    const definition = this.#options.cohorts.get(cohort);
    if (!definition) throw new Error(`the definition of the cohort ${cohort} is not given`);
    return `(e.person is not null and ${this.of(definition)})`;
  }

  #one(condition: AnyCondition): string {
    const { cohort, did, did_not: didNot, accounts, op } = condition;
    if (cohort !== undefined)
      return op === ('not_in' as string) ? `not ${this.isIn(cohort)}` : this.isIn(cohort);
    if (did) return this.#did(did);
    if (didNot) return `(e.person is not null and not ${this.#did(didNot)})`;
    if (accounts)
      return `coalesce(e.person in (${accounts.flatMap(user => personOf({ user }) ?? []).join(', ')}), false)`;
    return this.#compared(condition as Comparison);
  }

  #did({ event, filter, times, within }: Behaviour): string {
    const { dialect, params, events } = this.#options;
    const where = `${this.isEvent(event)} and ${this.of(filter)}`;
    const enough = `select e.person from ${events(this.#spanOf(within), this.isEvent(event, ''))} e
      where e.person is not null and ${where} group by e.person having count(*) >= ${params.number(times)}`;
    return `coalesce(${dialect.isIn('e.person', enough)}, false)`;
  }

  #spanOf(within: Behaviour['within']): Span {
    const { zone, now, period } = this.#options;
    if (!within) return period;
    const today = dateAt(zone, now);
    const [from, to] = 'days' in within ? [addDays(today, 1 - within.days), today] : [within.from, within.to];
    return { from: dayStart(zone, from), to: dayStart(zone, addDays(to, 1)) };
  }

  /** The property equals one of the values; null where it is unset. */
  #isOneOf(property: Property, values: readonly (string | number)[]): string {
    const { params, properties } = this.#options;
    if (property.startsWith('cohort.')) {
      const id = property.slice('cohort.'.length);
      return `(case when e.person is null then null when ${this.isIn(id)} then 'in' else 'out' end) in (${values.map(each => params.text(String(each))).join(', ')})`;
    }
    const type = propertyType(property);
    const texts = values.filter(each => type === 'text' || (type === undefined && typeof each === 'string'));
    const numbers = values
      .filter(each => type === 'number' || (type === undefined && typeof each === 'number'))
      .map(Number)
      .filter(Number.isFinite);
    const ways = [
      ...(texts.length > 0
        ? [
            `${properties.compared(property, properties.text(property))} in (${texts.map(each => params.text(String(each))).join(', ')})`,
          ]
        : []),
      ...(numbers.length > 0
        ? [
            `${properties.compared(property, properties.number(property))} in (${numbers.map(each => params.number(each)).join(', ')})`,
          ]
        : []),
    ].map(way => `coalesce(${way}, false)`);
    return ways.length === 0 ? 'false' : `(${ways.join(' or ')})`;
  }

  #compared(given: Comparison): string {
    const { dialect, params, properties, zone } = this.#options;
    const { property } = given;
    const holds = (condition: string) => `coalesce(${condition}, false)`;
    const number = () => properties.compared(property, properties.number(property));
    const contains = (value: string) =>
      dialect.contains(
        dialect.lower(properties.compared(property, this.breakdown(property))),
        dialect.lower(params.text(value)),
      );
    const day = (date: string, days = 0) => params.number(dayStart(zone, addDays(date, days)));
    switch (given.op) {
      case 'is':
        return holds(this.#isOneOf(property, [given.value]));
      case 'is_not':
        return `not ${holds(this.#isOneOf(property, [given.value]))}`;
      case 'in':
        return holds(this.#isOneOf(property, given.value));
      case 'not_in':
        return `not ${holds(this.#isOneOf(property, given.value))}`;
      case 'contains':
        return holds(contains(given.value));
      case 'not_contains':
        return `not ${holds(contains(given.value))}`;
      case 'set':
        return `(${this.breakdown(property)} is not null)`;
      case 'not_set':
        return `(${this.breakdown(property)} is null)`;
      case 'gt':
        return holds(`${number()} > ${params.number(given.value)}`);
      case 'gte':
        return holds(`${number()} >= ${params.number(given.value)}`);
      case 'lt':
        return holds(`${number()} < ${params.number(given.value)}`);
      case 'lte':
        return holds(`${number()} <= ${params.number(given.value)}`);
      case 'between': {
        const [from, to] = given.value;
        return typeof from === 'string' && typeof to === 'string'
          ? holds(`${number()} >= ${day(from)} and ${number()} < ${day(to, 1)}`)
          : holds(
              `${number()} >= ${params.number(Number(from))} and ${number()} <= ${params.number(Number(to))}`,
            );
      }
      case 'before':
        return holds(`${number()} < ${day(given.value)}`);
      default:
        return holds(`${number()} >= ${day(given.value, 1)}`);
    }
  }

  /** A property as the text by which events are divided; null where it is unset. */
  breakdown(property: Property): string {
    if (!property.startsWith('cohort.')) return this.#options.properties.text(property);
    const id = property.slice('cohort.'.length);
    return `case when e.person is null then null when ${this.isIn(id)} then 'in' else 'out' end`;
  }
}
