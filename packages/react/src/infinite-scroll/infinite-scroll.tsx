/** A list that loads more items as the person scrolls (WAI-ARIA feed), with a button for the keyboard. */
import { useHydrated } from '@rollcall/ui';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './infinite-scroll.module.css';
import { type InfiniteScrollOptions, useInfiniteScroll } from './use-infinite-scroll.ts';
import { scrollWords } from './words.ts';

export interface InfiniteScrollProps<Item, Next> extends InfiniteScrollOptions<Item, Next> {
  /** The list's name, for screen readers. */
  readonly label: string;
  /**
   * The number of all items.
   *
   * @default unknown
   */
  readonly count?: number;
  readonly keyOf: (item: Item) => string | number;
  /**
   * Draws one item.
   *
   * @param titleId the id for the element that names the item
   */
  readonly children: (item: Item, titleId: string, index: number) => ReactNode;
  /** The class of the list's element. */
  readonly className?: string | undefined;
}

/** Page Up and Page Down move from item to item while one of them has the focus (WAI-ARIA, feed pattern). */
function step(event: KeyboardEvent): void {
  if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
  const item = (event.target as Element).closest('[aria-posinset]');
  const other = event.key === 'PageDown' ? item?.nextElementSibling : item?.previousElementSibling;
  if (!(other instanceof HTMLElement)) return;
  event.preventDefault();
  other.focus();
}

/**
 * Draws a list that loads its next page before the end is reached.
 * @example <InfiniteScroll label="Lessons" first={first} load={load} keyOf={({ id }) => id}>{({ name }) => name}</InfiniteScroll>
 * @see `docs/react.md`
 */
export function InfiniteScroll<Item, Next>(props: InfiniteScrollProps<Item, Next>) {
  const { label, count, keyOf, children, className, ...options } = props;
  const { phrases } = useRollcall();
  const words = useWords('scroll', scrollWords);
  const hydrated = useHydrated();
  const { items, phase, sentinel, more } = useInfiniteScroll(options);
  const list = useRef<HTMLDivElement>(null);
  // loaded by the button: the first new item gets the focus
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (from.current === undefined || items.length <= from.current) return;
    const item = list.current?.children[from.current];
    from.current = undefined;
    if (item instanceof HTMLElement) item.focus();
  }, [items.length]);
  useEffect(() => {
    const feed = list.current;
    feed?.addEventListener('keydown', step);
    return () => feed?.removeEventListener('keydown', step);
  }, []);
  const grown = items.length > options.first.items.length;
  return (
    <>
      <div ref={list} role="feed" aria-label={label} aria-busy={phase === 'loading'} className={className}>
        {items.map((item, index) => {
          const key = keyOf(item);
          return (
            <article
              key={key}
              className={css.item}
              tabIndex={-1}
              aria-posinset={index + 1}
              aria-setsize={count ?? -1}
              aria-labelledby={`item-${key}`}
            >
              {children(item, `item-${key}`, index)}
            </article>
          );
        })}
      </div>
      <div ref={sentinel as Ref<HTMLDivElement>} className={css.foot}>
        <p aria-live="polite">
          {grown ? words.now(items.length, count) : null}
          {phase === 'end' ? ` ${words.end}` : null}
        </p>
        {phase === 'failed' ? <p role="alert">{words.failed}</p> : null}
        {phase === 'end' ? null : (
          <button
            type="button"
            // a press before the script has run would be lost
            disabled={!hydrated}
            aria-disabled={phase === 'loading' ? true : undefined}
            onClick={() => {
              from.current = items.length;
              more();
            }}
          >
            {phase === 'loading' ? words.loading : phase === 'failed' ? phrases.work.retry : words.more}
          </button>
        )}
      </div>
    </>
  );
}
