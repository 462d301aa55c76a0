/* oxlint-disable jsx-a11y/prefer-tag-over-role -- native options can not be loaded while typing */
/** A combobox that finds an event or a page by a few letters. */
import type { UsageKind } from '@rollcall/contract/console';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import css from './key-picker.module.css';
import { Field } from '../parts/field.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { type UsageState, sourceQuery, ZONE } from './period.ts';
import { usageWords } from './words.ts';

export interface ChosenKey {
  readonly kind: UsageKind;
  readonly key: string;
}
interface Item extends ChosenKey {
  readonly id: string;
  readonly events: number;
}

/** Milliseconds after the last key press until the server is queried. */
const DEBOUNCE_MS = 200;

/**
 * @param only kinds that can be selected
 * @param value the selected key; empty: none
 * @param onClear called when the field was emptied; without it the field empties itself after each selection
 */
export function KeyPicker(props: {
  label: string;
  only: readonly UsageKind[];
  state: Pick<UsageState, 'product' | 'platform' | 'sample'>;
  value?: string;
  onSelect: (chosen: ChosenKey) => void;
  onClear?: () => void;
}) {
  const { label, only, state, value = '', onSelect, onClear } = props;
  const { client } = useConsoleContext();
  const words = useWords(usageWords);
  const { short } = useNumberFormat();
  const [typed, setTyped] = useState(value);
  const [items, setItems] = useState<readonly Item[]>([]);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const { product, platform, sample } = state;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const list = useId();
  const optionId = (item: Item) => `${list}-${item.id}`;
  const search = typed === value ? '' : typed;
  const kind = only.length === 1 ? only[0] : undefined;
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        client
          .call(
            'listUsageKeys',
            {
              query: {
                ...sourceQuery({ product, platform, sample }),
                zone: ZONE,
                top: 50,
                ...(kind === undefined ? {} : { kind }),
                ...(search === '' ? {} : { search }),
              },
            },
            controller.signal,
          )
          .then(
            ({ keys }) => {
              setItems(keys.map(one => ({ ...one, id: `${one.kind}:${one.key}` })));
              setLoaded(true);
              return keys;
            },
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
  }, [client, open, search, kind, product, platform, sample]);
  const found = items.filter(item => only.includes(item.kind));
  const current = open ? found[Math.min(active, found.length - 1)] : undefined;
  const close = () => {
    setOpen(false);
    setTyped(value);
  };
  const choose = (item: Item) => {
    setOpen(false);
    setTyped(onClear ? item.key : '');
    onSelect({ kind: item.kind, key: item.key });
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (found.length > 0) setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className={css.picker} data-picker="" data-open={open ? '' : undefined}>
      <Field label={label}>
        {control => (
          <input
            {...control}
            role="combobox"
            aria-expanded={open && found.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={current && optionId(current)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            placeholder={onClear ? words.anyKey : words.keyHow}
            onFocus={event => {
              event.target.select();
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={press}
            onChange={event => {
              setTyped(event.target.value);
              setOpen(true);
              setActive(0);
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
        hidden={!open || found.length === 0}
      >
        {found.map((item, at) => (
          // the field keeps the focus and handles the keys
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.id}
            id={optionId(item)}
            ref={item === current ? seen : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={item === current}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(item)}
          >
            <span>{item.key}</span>
            <small>
              {words.kinds[item.kind]} · {short(item.events)}
            </small>
          </div>
        ))}
      </div>
      <output className={css.list} hidden={!open || !loaded || found.length > 0}>
        {open && loaded && found.length === 0 ? words.noKeys : null}
      </output>
    </div>
  );
}

/** Scrolls the list to the active option. */
const seen = (option: HTMLDivElement | null): void => {
  option?.scrollIntoView?.({ block: 'nearest' });
};
