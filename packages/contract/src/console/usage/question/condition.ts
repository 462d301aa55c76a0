/** The filters of a question: conditions in groups, of which all or any have to hold. */
import * as v from 'valibot';
import { uuid } from '../../page.ts';
import { calendarDay, keyText, STORABLE, usageKinds } from '../filter.ts';
import { property, propertyType } from './property.ts';

/** Conditions of a filter at most, and levels of groups. */
export const filterLimits = { conditions: 30, depth: 3, values: 100 } as const;

export const questionEvent = v.strictObject({
  kind: v.picklist(usageKinds),
  /** The key, or the page's path. Absent: any. */
  key: v.optional(keyText),
});
/** Which events are meant; null: any activity, that is custom events, views and clicks. */
export type QuestionEvent = v.InferOutput<typeof questionEvent>;

const value = v.union([
  v.pipe(v.string(), v.maxLength(1024), v.regex(STORABLE)),
  v.pipe(v.number(), v.finite()),
]);
const list = v.pipe(v.array(value), v.minLength(1), v.maxLength(filterLimits.values));
const number = v.pipe(v.number(), v.finite());
const bound = v.union([number, calendarDay]);

/** How a value is compared. `is_not`, `not_contains` and `not_in` hold where the property is unset, too; all others do not. */
export const operators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'set',
  'not_set',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'before',
  'after',
] as const;
export type PropertyOperator = (typeof operators)[number];

const compared = v.pipe(
  v.variant('op', [
    v.strictObject({ property, op: v.picklist(['is', 'is_not']), value }),
    v.strictObject({
      property,
      op: v.picklist(['contains', 'not_contains']),
      value: v.pipe(v.string(), v.minLength(1), v.maxLength(1024), v.regex(STORABLE)),
    }),
    v.strictObject({ property, op: v.picklist(['set', 'not_set']) }),
    v.strictObject({ property, op: v.picklist(['gt', 'gte', 'lt', 'lte']), value: number }),
    /** Both ends are included. */
    v.strictObject({ property, op: v.literal('between'), value: v.tuple([bound, bound]) }),
    v.strictObject({ property, op: v.picklist(['in', 'not_in']), value: list }),
    /** Of days of the calendar; the day itself is in neither. */
    v.strictObject({ property, op: v.picklist(['before', 'after']), value: calendarDay }),
  ]),
  v.check(given => {
    const type = propertyType(given.property);
    const ordered = ['gt', 'gte', 'lt', 'lte'].includes(given.op);
    if (given.op === 'before' || given.op === 'after') return type === 'day';
    if (given.op === 'between')
      return (
        given.value.every(each => typeof each === (type === 'day' ? 'string' : 'number')) && type !== 'text'
      );
    if (ordered) return type !== 'text' && type !== 'day';
    return type !== 'day' || given.op === 'set' || given.op === 'not_set';
  }, 'An operator that the property has.'),
);
/** A property compared with a value. */
export type Comparison = v.InferOutput<typeof compared>;

const inCohort = v.strictObject({ cohort: uuid, op: v.picklist(['in', 'not_in']) });

const groupOf = <Of extends v.GenericSchema>(of: Of) => {
  const some = v.pipe(v.array(of), v.maxLength(filterLimits.conditions));
  return v.union([v.strictObject({ all: some }), v.strictObject({ any: some })]);
};

const plainGroup = groupOf(
  v.pipe(
    compared,
    v.check(given => /^(?:event|device|data)\./.test(given.property), 'A property of the event.'),
  ),
);

const behaviour = {
  event: v.nullable(questionEvent),
  /** By properties of the event. */
  filter: v.optional(plainGroup),
  /** How often at least. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1),
  /** In the last days, today included, or in days of the calendar, both included. Absent: in the question's period. */
  within: v.optional(
    v.union([
      v.strictObject({ days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1100)) }),
      v.strictObject({ from: calendarDay, to: calendarDay }),
    ]),
  ),
} as const;
const did = v.strictObject({ did: v.strictObject(behaviour) });
const didNot = v.strictObject({ did_not: v.strictObject(behaviour) });
/** What somebody did, or did not do. */
export type Behaviour = v.InferOutput<typeof did>['did'];

/** Accounts by their ids. */
const accounts = v.strictObject({
  accounts: v.pipe(v.array(keyText), v.minLength(1), v.maxLength(10_000)),
});

const condition = v.union([compared, inCohort, did, didNot]);
/** One condition of a filter. */
export type Condition = v.InferOutput<typeof condition>;

const lowest = groupOf(condition);
const middle = groupOf(v.union([condition, lowest]));
const highest = groupOf(v.union([condition, middle]));

/** A group of a filter: all of its members have to hold, or any; of no members all hold and none does. */
export type Group<Of = Condition> =
  | { readonly all: readonly (Of | Group<Of>)[] }
  | { readonly any: readonly (Of | Group<Of>)[] };

/**
 * The members of a group, whichever of the two it is.
 * @example membersOf({ any: [] });
 * @see `docs/usage-queries.md`
 */
export const membersOf = <Of>(group: Group<Of>): readonly (Of | Group<Of>)[] =>
  'all' in group ? group.all : group.any;

const isGroup = (given: object): given is Group<never> => 'all' in given || 'any' in given;

/** Every condition of a filter, those of behaviours included. */
const conditionsOf = (group: Group<object>): number =>
  membersOf(group).reduce<number>((sum, member) => {
    if (isGroup(member)) return sum + conditionsOf(member);
    const done =
      (member as { did?: Behaviour; did_not?: Behaviour }).did ?? (member as { did_not?: Behaviour }).did_not;
    return sum + 1 + (done?.filter ? conditionsOf(done.filter) : 0);
  }, 0);

const FEW = `At most ${filterLimits.conditions} conditions.`;
const fewEnough = (given: Group<object>): boolean => conditionsOf(given) <= filterLimits.conditions;

/** Has a name, since written out it is too long for the package's types. */
export interface FilterSchema
  extends v.GenericSchema<v.InferInput<typeof highest>, v.InferOutput<typeof highest>> {}
export const questionFilter: FilterSchema = v.pipe(
  highest,
  v.check(given => fewEnough(given), FEW),
);
/** The filter of a question or of a series. */
export type QuestionFilter = v.InferOutput<typeof questionFilter>;

/**
 * Who is in a cohort: the same groups, of what people did and who they are, or of a list of accounts.
 */
export const cohortDefinition = v.pipe(
  groupOf(v.union([did, didNot, compared, accounts, groupOf(v.union([did, didNot, compared, accounts]))])),
  v.check(given => fewEnough(given), FEW),
  v.check(given => everyOfPeople(given), 'Properties of people, what they did, or accounts.'),
);
/** Who is in a cohort. */
export type CohortDefinition = v.InferOutput<typeof cohortDefinition>;

const everyOfPeople = (group: Group<object>): boolean =>
  membersOf(group).every(member => {
    if (isGroup(member)) return everyOfPeople(member);
    const name = (member as Partial<Comparison>).property;
    return name === undefined || name.startsWith('person.');
  });
