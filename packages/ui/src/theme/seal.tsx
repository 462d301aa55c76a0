/** The mark: a vermilion seal bearing 到, "here". */
import css from './seal.module.css';

/**
 * Draws the seal; `stamped` presses it on once, `outline` is the quiet form for a page's head. Decoration only.
 * @example <Seal form="outline" />
 * @see `docs/react.md`
 */
export function Seal({ form }: { form: 'stamped' | 'outline' }) {
  return (
    <svg className={form === 'stamped' ? css.stamped : css.outline} viewBox="0 0 64 64" aria-hidden="true">
      <path
        className={css.edge}
        d="M5 4.5 31 3l27.5 1.5L60.5 6 61 33l-1 26-2 2-26 .5L6 61l-2.5-2L3 32l.6-26z"
      />
      <text className={css.word} x="32" y="48" textAnchor="middle">
        到
      </text>
    </svg>
  );
}
