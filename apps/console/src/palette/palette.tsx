/* oxlint-disable jsx-a11y/prefer-tag-over-role -- native options can not be loaded while typing */
/** The command palette: a field, and below it people, pages, acts, questions, dashboards and errors, found while one types. */
import type { Operator } from '@rollcall/contract/console';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import type { KeptFilters } from '../shell/kept-filters.ts';
import { type Item, useItems } from './items.ts';
import css from './palette.module.css';
import { paletteWords } from './words.ts';

export default function Palette(props: {
  operator: Operator;
  filters: KeptFilters;
  onClose: () => void;
}): ReactNode {
  const { operator, filters, onClose } = props;
  const words = useWords(paletteWords);
  const common = useCommonWords();
  const [text, setText] = useState('');
  /** The key of the active option: its place changes where more is found above it. */
  const [active, setActive] = useState<string>();
  const { sections, searching, failed } = useItems(operator, filters, text);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    field.current?.focus();
    return () => {
      // what was gone to has its own place for the focus
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const items = sections.flatMap(section => section.items);
  const kept = items.findIndex(({ key }) => key === active);
  const at = items.length === 0 ? undefined : Math.max(kept, 0);
  // Enter opens what was active when it was shown.
  if (items[0] && kept < 0) setActive(items[0].key);
  const optionId = (index: number) => `${id}-${index}`;
  const type = (typed: string) => {
    setText(typed);
    setActive(undefined);
  };
  const run = (item: Item) => {
    const next = item.run();
    if (typeof next === 'string') {
      if (next !== text) type(next);
      field.current?.focus();
    } else onClose();
  };
  const press = (event: KeyboardEvent) => {
    // these keys are the input method's while it composes
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && at !== undefined) setActive(items[(at + step + items.length) % items.length]?.key);
    else if (event.key === 'Enter' && at !== undefined && items[at]) run(items[at]);
    else return;
    event.preventDefault();
  };
  const first = sections.map((_, index) =>
    sections.slice(0, index).reduce((sum, section) => sum + section.items.length, 0),
  );
  return (
    // a press on the backdrop only repeats what Escape and the button do
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={words.palette}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.head}>
        <input
          ref={field}
          role="combobox"
          aria-label={words.palette}
          aria-expanded={items.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={at === undefined ? undefined : optionId(at)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={words.placeholder}
          value={text}
          onChange={event => type(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </div>
      <div id={`${id}list`} className={css.list} role="listbox" tabIndex={-1} aria-label={words.palette}>
        {sections.map(({ name, items: within }, section) => (
          <div key={name} role="group" aria-label={name}>
            <div className={css.section} aria-hidden="true">
              {name}
            </div>
            {within.map((item, index) => {
              const place = (first[section] ?? 0) + index;
              return (
                // the field keeps the focus and handles the keys
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={item.key}
                  id={optionId(place)}
                  ref={place === at ? scrollTo : undefined}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  onPointerDown={event => event.preventDefault()}
                  onPointerMove={() => setActive(item.key)}
                  onClick={() => run(item)}
                >
                  <span>{item.title}</span>
                  {item.note ? <small>{item.note}</small> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <output className={css.foot}>
        {searching
          ? words.searching
          : failed
            ? words.failed
            : items.length === 0
              ? common.nothingFound
              : words.hint}
      </output>
    </dialog>
  );
}

/** Scrolls the list to the active option. */
const scrollTo = (option: HTMLDivElement | null): void => {
  option?.scrollIntoView?.({ block: 'nearest' });
};
