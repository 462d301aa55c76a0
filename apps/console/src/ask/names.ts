/** Series, properties and conditions in words. */
import {
  type Condition,
  eventName,
  groupName,
  type Measure,
  type Question,
  seriesLetters,
} from '@rollcall/contract/console';
import { writeDuration } from '../usage/period.ts';
import type { Member } from './edits.ts';
import type { AskWords } from './words.ts';

export const propertyName = (property: string, words: AskWords): string =>
  words.properties[property] ??
  (property.startsWith('data.')
    ? words.dataField(property.slice(5))
    : property.startsWith('person.field.')
      ? words.personField(property.slice(13))
      : property.startsWith('cohort.')
        ? words.cohort
        : property);

export const measureName = (measure: Measure, words: AskWords): string =>
  typeof measure === 'string'
    ? words.measures[measure]
    : words.aggregateOf(words.aggregates[measure.of], propertyName(measure.property, words));

/** A series in charts and tables; with the letter where a formula names it. */
export const seriesName = (question: Question, at: number, words: AskWords): string => {
  const series = question.series[at];
  if (!series) return '';
  const letter = question.formula === undefined ? '' : `${seriesLetters[at]} `;
  const text =
    series.name ??
    `${eventName(series.event, words)}${
      question.kind === 'trend' && series.measure !== 'times'
        ? ` · ${measureName(series.measure, words)}`
        : ''
    }`;
  return `${letter}${text}`;
};

const list = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : value === undefined ? '' : String(value);

/**
 * A member of a filter in one line.
 * @param cohorts names by their ids
 * @param longest characters of a group; of a longer one the number of its members is told
 */
export const memberText = (
  member: Member,
  words: AskWords,
  cohorts: ReadonlyMap<string, string>,
  longest = 60,
): string => {
  if ('all' in member || 'any' in member) {
    const members = ('all' in member ? member.all : member.any) as readonly Member[];
    const joint = 'all' in member ? words.and : words.or;
    const text = members.map(each => memberText(each, words, cohorts, longest)).join(` ${joint} `);
    return text.length > longest ? words.group(members.length) : `(${text})`;
  }
  if ('cohort' in member) {
    const name = cohorts.get(member.cohort) ?? words.cohort;
    return member.op === 'in' ? words.inCohort(name) : words.notInCohort(name);
  }
  if ('did' in member || 'did_not' in member) {
    const done = 'did' in member ? member.did : member.did_not;
    const days = done.within && 'days' in done.within ? done.within.days : undefined;
    const write = 'did' in member ? words.didText : words.didNotText;
    return write(eventName(done.event, words), done.times ?? 1, days);
  }
  const value = 'value' in member ? ` ${list(member.value)}` : '';
  return `${propertyName(member.property, words)} ${words.operators[member.op]}${value}`;
};

export const isCondition = (member: Member): member is Condition => !('all' in member) && !('any' in member);

/** Whether a question is filtered or divided by who people are, of which the event store is told within a minute. */
export const asksOfPeople = ({ breakdowns, filter, series, exclude }: Question): boolean =>
  JSON.stringify([breakdowns, filter ?? null, series, exclude]).includes('"person.');

/** Which people of another kind of question are listed; empty: of none. */
export const behindText = ({ behind, page }: Question, words: AskWords): string => {
  if (!behind) return '';
  const { behind: of } = words;
  const details = (text: string, ...more: readonly (string | undefined)[]) => {
    const known = more.filter(each => each !== undefined);
    return known.length === 0 ? text : of.besides(text, known);
  };
  const group = (by: readonly (string | null)[] | undefined) => by && groupName(by, words);
  if ('funnel' in behind) {
    const { steps, lost, took, point, by } = behind.funnel;
    const duration = (ms: number | undefined) =>
      ms === undefined ? undefined : writeDuration(ms, words.units);
    const text = took
      ? of.took(steps, duration(took.over), duration(took.upto))
      : lost
        ? of.lost(steps)
        : of.step(steps);
    return details(text, group(by), point === undefined ? undefined : of.began(point.replace('T', ' ')));
  }
  if ('retention' in behind) {
    const { point, after, by } = behind.retention;
    return details(of.point(point, after), group(by));
  }
  if ('stickiness' in behind) return details(of.times(behind.stickiness.points), group(behind.stickiness.by));
  const { step, from, to } = behind.paths;
  const around = page && Object.values(page)[0];
  return details(moveText(from, to, words), around, step === 0 ? undefined : words.pathStep(step));
};

/** Who moved from page to page. @param from null: the path began; undefined: any page. @param to likewise */
export const moveText = (
  from: string | null | undefined,
  to: string | null | undefined,
  { behind: of }: AskWords,
): string => {
  if (from === undefined) return to === null ? of.left : of.cameTo(to ?? '');
  if (to === undefined) return from === null ? of.entered : of.wasAt(from);
  if (from === null) return of.beganWith(to ?? '');
  return to === null ? of.leftFrom(from) : of.went(from, to);
};
