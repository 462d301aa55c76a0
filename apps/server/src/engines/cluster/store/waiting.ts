/**
 * Leaves out of answers what waits to be erased. Statements say by the conditions of `kept` where they read rows of people; these are
 * replaced before a statement is sent, by `true` where nothing waits.
 */
import { personOf } from '../../../events/store/rows.ts';
import type { Erasure } from './erasure-queue.ts';
import { literal } from './literal.ts';

/** Conditions that hold for what is not to be erased. */
export const kept = {
  /** On rows of `events`. */
  rows: '@kept_rows',
  /** On rows of `active_persons_archive`. */
  archive: '@kept_archive',
  /** On rows of `device_users`. */
  joins: '@kept_joins',
} as const;

/** On rows of `events`, by `person` alone, so that a projection has it: nothing of the person is to be erased. */
const UNTOUCHED = '@untouched';
/** The rows of all others that are kept. */
const TOUCHED = '@touched';

/**
 * SELECTs that a projection answers, of sums by `person`: of those who have erased something the rows are summed up apart.
 * @param select makes one of a condition on `events`
 */
export const sumsOfKept = (select: (condition: string) => string): string =>
  `${select(UNTOUCHED)} @( UNION ALL ${select(TOUCHED)} @)`;

/** The statement, with the conditions for what waits. */
export const withoutErased = (sql: string, waiting: readonly Erasure[]): string => {
  const conditions: Readonly<Record<string, string>> = waiting.length === 0 ? {} : conditionsOf(waiting);
  return (waiting.length === 0 ? sql.replace(/@\([\s\S]*?@\)/g, '') : sql.replace(/@[()]/g, '')).replace(
    /@[a-z_]+/g,
    name => conditions[name] ?? 'true',
  );
};

/** Whether a statement has such conditions. */
export const readsPeople = (sql: string): boolean => sql.includes('@');

/** Of one kind of subjects: their names, the hashes that stand for them, and until when of each. */
const listsOf = (erasures: readonly Erasure[], kind: 'user' | 'device') => {
  const named = erasures.flatMap(({ subject, until }) => {
    const name = (subject as Partial<Record<typeof kind, string>>)[kind];
    return name === undefined ? [] : [{ name, until }];
  });
  const names = named.map(({ name }) => literal(name)).join(', ');
  const persons = named.map(({ name }) => personOf({ [kind]: name }) ?? 0n).join(', ');
  const untils = named.map(({ until }) => until).join(', ');
  return {
    some: named.length > 0,
    names,
    persons,
    /** Until when what has the name in a column is erased; -1 for others. @param column SQL that is not null */
    untilByName: (column: string) => `transform(${column}, [${names}], [${untils}], toInt64(-1))`,
    untilByPerson: (column: string) => `transform(${column}, [${persons}], [${untils}], toInt64(-1))`,
  };
};

const all = (conditions: readonly string[]): string => conditions.join(' AND ') || 'true';

const conditionsOf = (waiting: readonly Erasure[]): Readonly<Record<string, string>> => {
  const [users, devices] = [listsOf(waiting, 'user'), listsOf(waiting, 'device')];
  const rows = all([
    ...(users.some ? [`received > ${users.untilByPerson('ifNull(person, 0)')}`] : []),
    ...(devices.some ? [`(device IS NULL OR received > ${devices.untilByName("ifNull(device, '')")})`] : []),
  ]);
  const touched = `(${[
    `ifNull(person, 0) IN (${[users.persons, devices.persons].filter(list => list !== '').join(', ')})`,
    ...(devices.some
      ? [`ifNull(person, 0) GLOBAL IN (SELECT person FROM device_users WHERE device IN (${devices.persons}))`]
      : []),
  ].join(' OR ')})`;
  const until = (column: string, time: string, { some, untilByPerson }: ReturnType<typeof listsOf>) =>
    some ? [`${time} > ${untilByPerson(column)}`] : [];
  return {
    [kept.rows]: rows,
    [UNTOUCHED]: `NOT ${touched}`,
    [TOUCHED]: `${touched} AND ${rows}`,
    [kept.archive]: all([users, devices].flatMap(lists => until('person', 'first_at', lists))),
    [kept.joins]: all([...until('person', 'first.1', users), ...until('device', 'first.1', devices)]),
  };
};

/** Conditions by which the night removes rows, by table. @param erasures at least one */
export const erasedRows = (erasures: readonly Erasure[]) => {
  const [users, devices] = [listsOf(erasures, 'user'), listsOf(erasures, 'device')];
  const any = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;
  return {
    events: any([
      ...(users.some
        ? [
            `ifNull(user_id IN (${users.names}) AND received <= ${users.untilByName("ifNull(user_id, '')")}, 0)`,
          ]
        : []),
      ...(devices.some
        ? [
            `ifNull(device IN (${devices.names}) AND received <= ${devices.untilByName("ifNull(device, '')")}, 0)`,
          ]
        : []),
    ]),
    archive: any(
      [users, devices].flatMap(({ some, persons, untilByPerson }) =>
        some ? [`(person IN (${persons}) AND first_at <= ${untilByPerson('person')})`] : [],
      ),
    ),
    joins: any([
      ...(users.some ? [`person IN (${users.persons})`] : []),
      ...(devices.some ? [`device IN (${devices.persons})`] : []),
    ]),
    /** Rows of events, erased or not, of which the joins are made again. */
    ofJoins: any([
      ...(users.some ? [`user_id IN (${users.names})`] : []),
      ...(devices.some ? [`device IN (${devices.names})`] : []),
    ]),
  };
};
