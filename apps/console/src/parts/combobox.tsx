/* oxlint-disable jsx-a11y/prefer-tag-over-role -- native options can not be loaded while typing */
/** A field that finds one of many items by a few letters; the server searches. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './combobox.module.css';
import { Field } from './field.tsx';

/** Milliseconds after the last key press until the server is queried. */
const DEBOUNCE_MS = 200;

/**
 * @param props.value the text of the selected item; empty: none
 * @param props.load finds items; the same function as long as it finds the same ones. Its failure leaves the options as
 * they were
 * @param props.onSelect called with an item that was chosen
 * @param props.onClear called when the field was emptied; without it, and without `onType`, the field empties itself after
 * each selection
 * @param props.onType called with a text that was typed: any text can be a value. Without it Enter selects the first item
 * that was found
 */
export function Combobox<Item>(props: {
  label: string;
  value: string;
  placeholder?: string;
  rule?: ReactNode;
  maxLength?: number;
  load: (search: string, signal: AbortSignal) => Promise<readonly Item[]>;
  /** Identifies an item in the list. */
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  /** The note after an option's text. */
  note?: (item: Item) => ReactNode;
  onSelect: (item: Item) => void;
  onClear?: () => void;
  onType?: (text: string) => void;
}) {
  const { label, value, placeholder, rule, maxLength, load, idOf, textOf, note, onSelect, onClear, onType } =
    props;
  const words = useCommonWords();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const [found, setFound] = useState<{ readonly search: string; readonly items: readonly Item[] }>();
  const [open, setOpen] = useState(false);
  /** Undefined until something is typed or an arrow key is pressed: Enter on an untouched field selects nothing. */
  const [active, setActive] = useState<number>();
  const list = useId();
  // by its place: an item's id may have spaces, which an IDREF must not
  const optionId = (at: number) => `${list}-${at}`;
  const search = typed === value ? '' : typed.trim();
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        load(search, controller.signal).then(
          items => setFound({ search, items }),
          // the options stay as they were
          () => {},
        );
      },
      search === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, open, search]);
  const items = found?.items ?? [];
  const isCurrent = found?.search === search;
  // Enter selects no option of an earlier search.
  const currentAt =
    open && isCurrent && active !== undefined && items.length > 0
      ? Math.min(active, items.length - 1)
      : undefined;
  const current = currentAt === undefined ? undefined : items[currentAt];
  const close = () => {
    setOpen(false);
    setActive(undefined);
    setTyped(value);
  };
  const choose = (item: Item) => {
    setOpen(false);
    setActive(undefined);
    setTyped(onClear || onType ? textOf(item) : '');
    onSelect(item);
  };
  const take = (): boolean => {
    const text = typed.trim();
    if (!onType || text === '' || text === value) return false;
    setOpen(false);
    onType(text);
    return true;
  };
  const press = (event: KeyboardEvent) => {
    // these keys are the input method's while it composes
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (items.length > 0)
        setActive(((active ?? (step > 0 ? -1 : 0)) + step + items.length) % items.length);
    } else if (event.key === 'Enter') {
      if (current) {
        event.preventDefault();
        choose(current);
      } else if (take()) event.preventDefault();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  const hasOptions = open && items.length > 0;
  const isEmpty = open && isCurrent && items.length === 0;
  return (
    <div className={css.picker} data-picker="" data-open={open ? '' : undefined}>
      <Field label={label} rule={rule}>
        {control => (
          <input
            {...control}
            role="combobox"
            aria-expanded={hasOptions}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={currentAt === undefined ? undefined : optionId(currentAt)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            maxLength={maxLength}
            placeholder={placeholder}
            onFocus={event => {
              event.target.select();
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => {
              if (!take()) close();
            }}
            onKeyDown={press}
            onChange={event => {
              setTyped(event.target.value);
              setOpen(true);
              // Where any text can be a value, Enter takes the text: an option is only selected by the arrow keys.
              setActive(onType ? undefined : 0);
              if (event.target.value === '' && value !== '') onClear?.();
            }}
          />
        )}
      </Field>
      <div
        id={list}
        className={css.list}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        hidden={!hasOptions}
      >
        {items.map((item, at) => (
          // the field keeps the focus and handles the keys
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={idOf(item)}
            id={optionId(at)}
            ref={at === currentAt ? scrollTo : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={at === currentAt}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(item)}
          >
            <span>{textOf(item)}</span>
            {note ? <small>{note(item)}</small> : null}
          </div>
        ))}
      </div>
      <output className={css.list} hidden={!isEmpty}>
        {isEmpty ? words.nothingFound : null}
      </output>
    </div>
  );
}

/** Scrolls the list to the active option. */
const scrollTo = (option: HTMLDivElement | null): void => {
  option?.scrollIntoView?.({ block: 'nearest' });
};
