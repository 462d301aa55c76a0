/** A filter as chips in one line; each opens the panel that changes it. */
import type { Question, QuestionEvent, QuestionFilter } from '@rollcall/contract/console';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../console-context.ts';
import css from './ask.module.css';
import { ConditionEditor } from './condition-editor.tsx';
import { filterOf, isAny, type Member, membersOfFilter } from './edits.ts';
import { writeFilterText } from './filter-text.ts';
import { isCondition, memberText } from './names.ts';
import { askWords } from './words.ts';

/** A group whose members are joined as those of the filter are chips of their own. */
const apart = (member: Member, any: boolean): readonly Member[] =>
  isCondition(member) || any !== isAny(member as QuestionFilter)
    ? [member]
    : membersOfFilter(member as QuestionFilter);

export function FilterChips(props: {
  label: string;
  filter: QuestionFilter | undefined;
  /** The event whose fields are suggested. */
  event: QuestionEvent | null | undefined;
  population: Question['population'];
  cohorts: ReadonlyMap<string, string>;
  /** Only what says who people are and what they did. @default false */
  people?: boolean;
  onChange: (filter: QuestionFilter | undefined) => void;
}) {
  const { label, filter, event, population, cohorts, people, onChange } = props;
  const words = useWords(askWords);
  const members = membersOfFilter(filter);
  const any = isAny(filter);
  /** The place of the member that is changed; its count: a new one. */
  const [open, setOpen] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open !== undefined) panel.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [open]);
  const close = () => {
    setOpen(undefined);
    add.current?.focus();
  };
  const put = (next: readonly Member[], one = any) => onChange(filterOf(next, one));
  const edited = open === undefined ? undefined : members[open];
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset of every series would be read with each of its fields
    <div role="group" aria-label={label}>
      <div className={css.chips}>
        {members.map((member, at) => {
          const text = memberText(member, words, cohorts);
          return (
            <span key={`${at} ${text}`} className={css.chip}>
              {isCondition(member) || (!people && writeFilterText(member) !== undefined) ? (
                <button
                  type="button"
                  aria-expanded={open === at}
                  aria-label={words.editFilter(text)}
                  onClick={() => setOpen(open === at ? undefined : at)}
                >
                  {text}
                </button>
              ) : (
                <span>{text}</span>
              )}
              <button
                type="button"
                aria-label={words.removeFilter(text)}
                onClick={() => {
                  put(members.filter((_, index) => index !== at));
                  close();
                }}
              >
                ×
              </button>
            </span>
          );
        })}
        {members.length > 1 ? (
          <select
            className={css.joint}
            aria-label={`${label}: ${words.all} / ${words.any}`}
            value={any ? 'any' : 'all'}
            onChange={chosen => put(members, chosen.target.value === 'any')}
          >
            <option value="all">{words.all}</option>
            <option value="any">{words.any}</option>
          </select>
        ) : null}
        <button
          ref={add}
          type="button"
          className={css.add}
          aria-label={label}
          aria-expanded={open === members.length}
          onClick={() => setOpen(open === members.length ? undefined : members.length)}
        >
          + {words.addFilter}
        </button>
      </div>
      {open === undefined ? null : (
        <div ref={panel}>
          <ConditionEditor
            key={open}
            member={edited}
            event={event}
            population={population}
            cohorts={cohorts}
            people={people}
            onTake={member => {
              const taken = members.flatMap((each, at) => (at === open ? apart(member, any) : [each]));
              put(open < members.length ? taken : [...members, ...apart(member, any)]);
              close();
            }}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}
