/** The panel that makes or changes one condition of a filter. It is taken as a whole, so that no half of one is asked. */
import {
  type Condition,
  operators,
  type Property,
  type PropertyOperator,
  propertyType,
  type Question,
  type QuestionEvent,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { TextField } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import css from './ask.module.css';
import type { Member } from './edits.ts';
import { valueOf, writeFilterText } from './filter-text.ts';
import { isCondition } from './names.ts';
import { EventPicker, type Subject, SubjectPicker, subjectText, ValuePicker } from './pickers.tsx';
import { askWords } from './words.ts';

const ordered: readonly PropertyOperator[] = ['gt', 'gte', 'lt', 'lte', 'between'];

/** The operators that a property takes, as the contract says. */
export const operatorsOf = (property: Property): readonly PropertyOperator[] => {
  const type = propertyType(property);
  return operators.filter(op => {
    if (op === 'set' || op === 'not_set') return true;
    if (op === 'before' || op === 'after') return type === 'day';
    if (op === 'between') return type !== 'text';
    if (type === 'day') return false;
    if (ordered.includes(op)) return type !== 'text';
    return !(type === 'number' && (op === 'contains' || op === 'not_contains'));
  });
};

interface Draft {
  readonly subject: Subject | undefined;
  readonly op: PropertyOperator;
  readonly cohort: 'in' | 'not_in';
  /** Values as they are typed; the second is the end of a span. */
  readonly one: string;
  readonly two: string;
  readonly event: QuestionEvent | null;
  readonly times: string;
  readonly days: string;
}

const EMPTY: Draft = {
  subject: undefined,
  op: 'is',
  cohort: 'in',
  one: '',
  two: '',
  event: null,
  times: '1',
  days: '',
};

const draftOf = (condition: Condition | undefined, cohorts: ReadonlyMap<string, string>): Draft => {
  if (!condition) return EMPTY;
  if ('cohort' in condition)
    return {
      ...EMPTY,
      cohort: condition.op,
      subject: { what: 'cohort', id: condition.cohort, name: cohorts.get(condition.cohort) ?? '' },
    };
  if ('did' in condition || 'did_not' in condition) {
    const done = 'did' in condition ? condition.did : condition.did_not;
    return {
      ...EMPTY,
      subject: 'did' in condition ? { what: 'did' } : { what: 'did_not' },
      event: done.event,
      times: String(done.times ?? 1),
      days: done.within && 'days' in done.within ? String(done.within.days) : '',
    };
  }
  const value: unknown = 'value' in condition ? condition.value : '';
  const [one, two] =
    condition.op === 'between'
      ? (value as [unknown, unknown])
      : [Array.isArray(value) ? value.join(', ') : value, ''];
  return {
    ...EMPTY,
    subject: { what: 'property', property: condition.property },
    op: condition.op,
    one: String(one),
    two: String(two),
  };
};

/** The condition that was filled in; undefined: something is missing. */
export const conditionOf = (draft: Draft): Condition | undefined => {
  const { subject, op, one, two } = draft;
  if (!subject || subject.what === 'written') return undefined;
  if (subject.what === 'cohort') return { cohort: subject.id, op: draft.cohort };
  if (subject.what === 'did' || subject.what === 'did_not') {
    const times = Number(draft.times);
    if (!Number.isInteger(times) || times < 1 || times > 1_000_000) return undefined;
    const days = Number(draft.days);
    if (draft.days !== '' && !(Number.isInteger(days) && days >= 1 && days <= 1100)) return undefined;
    const done = { event: draft.event, times, ...(draft.days === '' ? {} : { within: { days } }) };
    return subject.what === 'did' ? { did: done } : { did_not: done };
  }
  const { property } = subject;
  if (op === 'set' || op === 'not_set') return { property, op };
  const values =
    op === 'in' || op === 'not_in'
      ? one
          .split(/[,，]/)
          .map(text => text.trim())
          .filter(text => text !== '')
          .slice(0, 100)
          .map(text => valueOf(property, text))
      : op === 'between'
        ? [valueOf(property, one), valueOf(property, two)]
        : [op === 'contains' || op === 'not_contains' ? one : valueOf(property, one)];
  if (values.length === 0 || values.some(value => value === undefined || value === '')) return undefined;
  return {
    property,
    op,
    value: op === 'in' || op === 'not_in' || op === 'between' ? values : values[0],
  } as Condition;
};

export function ConditionEditor(props: {
  /** What is changed; a group is typed again. */
  member: Member | undefined;
  event: QuestionEvent | null | undefined;
  population: Question['population'];
  cohorts: ReadonlyMap<string, string>;
  /** Only what says who people are and what they did. @default false */
  people?: boolean | undefined;
  onTake: (member: Member) => void;
  onClose: () => void;
}) {
  const { member, event, population, cohorts, people = false, onTake, onClose } = props;
  const words = useWords(askWords);
  const common = useCommonWords();
  const [draft, setDraft] = useState(() =>
    draftOf(member && isCondition(member) ? member : undefined, cohorts),
  );
  const group = member && !isCondition(member) ? writeFilterText(member) : undefined;
  const change = (more: Partial<Draft>) => setDraft(now => ({ ...now, ...more }));
  const { subject, op } = draft;
  const ready = conditionOf(draft);
  const property = subject?.what === 'property' ? subject.property : undefined;
  const type = property && propertyType(property);
  const input = (label: string, field: 'one' | 'two' | 'times' | 'days', kind: string, rule?: string) => (
    <TextField
      label={label}
      rule={rule}
      type={kind}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      step="any"
      maxLength={1024}
      autoComplete="off"
      value={draft[field]}
      onChange={input_ => change({ [field]: input_.target.value })}
    />
  );
  const kind = type === 'day' ? 'date' : type === 'number' || ordered.includes(op) ? 'number' : 'text';
  return (
    // Escape closes the panel from each of its fields
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={css.panel}
      aria-label={words.addFilter}
      onSubmit={submitted => {
        submitted.preventDefault();
        if (ready) onTake(ready);
      }}
      onKeyDown={pressed => {
        if (pressed.key === 'Escape' && !pressed.defaultPrevented) onClose();
      }}
    >
      <SubjectPicker
        label={words.property}
        value={subject ? subjectText(subject, words, cohorts) : (group ?? '')}
        placeholder={people ? '' : words.typedFilter}
        event={event}
        more
        people={people}
        onSelect={chosen => {
          if (chosen.what === 'written') {
            onTake(chosen.member);
            return;
          }
          change({
            subject: chosen,
            one: '',
            two: '',
            ...(chosen.what === 'property' ? { op: operatorsOf(chosen.property)[0] ?? 'set' } : {}),
          });
        }}
      />
      {property ? (
        <SelectField
          label={words.operator}
          value={op}
          options={labelled(operatorsOf(property), words.operators)}
          onSelect={chosen => change({ op: chosen })}
        />
      ) : null}
      {subject?.what === 'cohort' ? (
        <SelectField
          label={words.operator}
          value={draft.cohort}
          options={[
            ['in', words.inCohort(subject.name)],
            ['not_in', words.notInCohort(subject.name)],
          ]}
          onSelect={cohort => change({ cohort })}
        />
      ) : null}
      {subject?.what === 'did' || subject?.what === 'did_not' ? (
        <>
          <EventPicker
            label={words.event}
            event={draft.event}
            onSelect={chosen => change({ event: chosen })}
          />
          {input(words.times, 'times', 'number')}
          {input(words.days, 'days', 'number', words.inPeriod)}
        </>
      ) : null}
      {property === undefined || op === 'set' || op === 'not_set' ? null : op === 'between' ? (
        <>
          {input(words.from, 'one', kind)}
          {input(words.to, 'two', kind)}
        </>
      ) : op === 'in' || op === 'not_in' ? (
        input(words.values, 'one', 'text')
      ) : kind === 'text' ? (
        <ValuePicker
          label={words.value}
          value={draft.one}
          property={property}
          population={population}
          onChange={one => change({ one })}
        />
      ) : (
        input(words.value, 'one', kind)
      )}
      <div className={css.panelFoot}>
        <SecondaryButton type="submit" disabled={!ready}>
          {words.apply}
        </SecondaryButton>
        <SecondaryButton onClick={onClose}>{common.cancel}</SecondaryButton>
      </div>
    </form>
  );
}
