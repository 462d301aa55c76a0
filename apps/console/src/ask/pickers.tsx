/** Fields that find events and properties by a few letters. */
import {
  eventName,
  type Property,
  type Question,
  type QuestionEvent,
  questionProperties,
  type UsageKind,
  usageKinds,
  writeQuestion,
} from '@rollcall/contract/console';
import { useCallback } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { Combobox } from '../parts/combobox.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { dayOf, ZONE } from '../zone.ts';
import type { Member } from './edits.ts';
import { eventOf, readFilterText } from './filter-text.ts';
import { isCondition, memberText, propertyName } from './names.ts';
import { FIELD } from './typed-measure.ts';
import { type AskWords, askWords } from './words.ts';

interface EventItem {
  readonly event: QuestionEvent;
  /** How often it was seen in the last 30 days; undefined: every event of the kind, or one that was typed. */
  readonly seen?: number;
}

/**
 * @param only kinds that can be selected
 * @param onSelect null: any activity
 */
export function EventPicker(props: {
  label: string;
  event: QuestionEvent | null;
  only?: readonly UsageKind[];
  onSelect: (event: QuestionEvent | null) => void;
}) {
  const { label, event, only = usageKinds, onSelect } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const { short } = useNumberFormat();
  const kinds = only.join();
  const load = useCallback(
    async (search: string, signal: AbortSignal): Promise<readonly EventItem[]> => {
      const accepted = kinds.split(',') as UsageKind[];
      const [kind] = accepted;
      const now = Date.now();
      const query = {
        zone: ZONE,
        from: dayOf(now, 29),
        to: dayOf(now),
        top: 50,
        kind: accepted.length === 1 ? kind : undefined,
        search,
      };
      const { keys } = await client.call('listUsageKeys', { query }, signal);
      const whole = accepted
        .filter(each => each !== 'consent' && each !== 'dropped')
        .map(each => ({ event: { kind: each } }))
        .filter(({ event: each }) =>
          words.eventKinds[each.kind].toLowerCase().includes(search.toLowerCase()),
        );
      const seen = keys
        .filter(each => accepted.includes(each.kind))
        .map(each => ({ event: { kind: each.kind, key: each.key }, seen: each.events }));
      // What was not seen lately can be asked for by its whole name.
      const typed = eventOf(search);
      const unseen =
        search !== '' && accepted.includes(typed.kind) && !keys.some(({ key }) => key === search);
      return [...whole, ...seen, ...(unseen ? [{ event: typed }] : [])];
    },
    [client, kinds, words],
  );
  return (
    <Combobox
      label={label}
      value={event ? eventName(event, words) : ''}
      placeholder={words.anyEvent}
      maxLength={1024}
      load={load}
      idOf={item => `${item.event.kind}:${item.event.key ?? ''}`}
      textOf={item => eventName(item.event, words)}
      note={item =>
        item.event.key === undefined
          ? null
          : `${words.kindNotes[item.event.kind]}${item.seen === undefined ? '' : ` · ${short(item.seen)}`}`
      }
      onSelect={item => onSelect(item.event)}
      onClear={() => onSelect(null)}
    />
  );
}

/** What a filter can be about: a property, what people did, or a cohort. */
export type Subject =
  | { readonly what: 'property'; readonly property: Property }
  | { readonly what: 'did' }
  | { readonly what: 'did_not' }
  | { readonly what: 'cohort'; readonly id: string; readonly name: string }
  /** A whole condition, or a group, that was typed. */
  | { readonly what: 'written'; readonly member: Member };

const NONE: ReadonlyMap<string, string> = new Map();

export const subjectText = (
  subject: Subject,
  words: AskWords,
  cohorts: ReadonlyMap<string, string> = NONE,
): string => {
  if (subject.what === 'property') return propertyName(subject.property, words);
  if (subject.what === 'cohort') return `${words.cohort} ${subject.name}`;
  if (subject.what !== 'written') return subject.what === 'did' ? words.did : words.didNot;
  const text = memberText(subject.member, words, cohorts, Infinity);
  // a group alone needs no parentheses
  return isCondition(subject.member) ? text : text.slice(1, -1);
};

/** Of a field that always holds something: emptied by typing, it waits for another choice. */
export const stay = (): void => {};

const isOfPeople = (property: Property): boolean => property.startsWith('person.');

/**
 * Properties by their names, fields of the event's data, and custom fields of people.
 * @param event whose fields are suggested
 * @param more also cohorts, what people did, and conditions that are typed
 * @param people only what says who people are and what they did, as a cohort does
 * @param accepts leaves out what can't be taken
 */
export function SubjectPicker(props: {
  label: string;
  value: string;
  placeholder?: string;
  event: QuestionEvent | null | undefined;
  more?: boolean;
  people?: boolean;
  accepts?: (property: Property) => boolean;
  onSelect: (subject: Subject) => void;
  onClear?: () => void;
}) {
  const { label, value, placeholder, event, more = false, people = false, onSelect, onClear } = props;
  const accepts = people ? isOfPeople : props.accepts;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const kind = event?.kind ?? '';
  const key = event?.key ?? '';
  const load = useCallback(
    async (search: string, signal: AbortSignal): Promise<readonly Subject[]> => {
      const [data, custom, cohorts] = await Promise.all([
        key === ''
          ? { properties: [] }
          : client.call('listUsageProperties', { query: { kind, key, zone: ZONE } }, signal),
        client.call('listCustomFields', {}, signal),
        more && !people ? client.call('listCohorts', {}, signal) : { items: [] },
      ]);
      const named: Property[] = [
        ...(Object.keys(questionProperties) as Property[]),
        ...data.properties.map(({ name }): Property => `data.${name}`),
        ...custom.items.map(({ key: field }): Property => `person.field.${field}`),
      ];
      const subjects: Subject[] = [
        ...named
          .filter(property => accepts?.(property) ?? true)
          .map(property => ({ what: 'property' as const, property })),
        ...(more
          ? [
              { what: 'did' as const },
              { what: 'did_not' as const },
              ...cohorts.items.map(({ id, name }) => ({ what: 'cohort' as const, id, name })),
            ]
          : []),
      ];
      const wanted = search.toLowerCase();
      const found = subjects.filter(
        subject =>
          subjectText(subject, words).toLowerCase().includes(wanted) ||
          (subject.what === 'property' && subject.property.includes(wanted)),
      );
      const member =
        more && !people
          ? readFilterText(search, named, property => propertyName(property, words))
          : undefined;
      if (member) return [{ what: 'written', member }, ...found];
      const typed: Property = `data.${search}`;
      const known = found.some(subject => subject.what === 'property' && subject.property === typed);
      return FIELD.test(search) && !known && (accepts?.(typed) ?? true)
        ? [...found, { what: 'property', property: typed }]
        : found;
    },
    [client, kind, key, more, people, accepts, words],
  );
  return (
    <Combobox
      label={label}
      value={value}
      placeholder={placeholder ?? ''}
      load={load}
      idOf={subject =>
        subject.what === 'property' ? subject.property : subject.what === 'cohort' ? subject.id : subject.what
      }
      textOf={subject => subjectText(subject, words)}
      onSelect={onSelect}
      {...(onClear ? { onClear } : {})}
    />
  );
}

/** A value of a property of text, with those that occur most often in the last 28 days. */
export function ValuePicker(props: {
  label: string;
  value: string;
  property: Property;
  population: Question['population'];
  onChange: (value: string) => void;
}) {
  const { label, value, property, population, onChange } = props;
  const { client } = useConsoleContext();
  const { short } = useNumberFormat();
  const peopled = JSON.stringify(population);
  const load = useCallback(
    async (search: string, signal: AbortSignal) => {
      const question = writeQuestion({
        v: 1,
        kind: 'trend',
        grain: 'month',
        breakdowns: [property],
        top: 50,
        population: JSON.parse(peopled) as Question['population'],
        ...(search === '' ? {} : { filter: { all: [{ property, op: 'contains', value: search }] } }),
      });
      const { answer } = await client.call('askUsageQuestion', { query: { question } }, signal);
      return answer.kind === 'trend'
        ? answer.lines.flatMap(({ by: [text], total }) =>
            text === null || text === undefined ? [] : [{ text, total: total ?? 0 }],
          )
        : [];
    },
    [client, property, peopled],
  );
  return (
    <Combobox
      label={label}
      value={value}
      maxLength={1024}
      load={load}
      idOf={({ text }) => text}
      textOf={({ text }) => text}
      note={({ total }) => short(total)}
      onSelect={({ text }) => onChange(text)}
      onType={onChange}
      onClear={() => onChange('')}
    />
  );
}
