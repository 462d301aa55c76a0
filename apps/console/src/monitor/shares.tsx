/** The shares of good, medium and poor visits as a bar of three parts, which differ in height as well as in colour. */
import type { Rating } from '@rollcall/contract/console';
import { useCommonWords } from '../console-context.ts';
import { TextButton } from '../parts/buttons.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import css from './monitor.module.css';

const toneOfRating = (rating: Rating): 'good' | 'warning' | 'bad' =>
  rating === 'good' ? 'good' : rating === 'poor' ? 'bad' : 'warning';

export interface ShareRow {
  readonly name: string;
  readonly note: string;
  readonly value: string;
  readonly rating: Rating;
  /** Shares of the three ratings; their sum is 1. */
  readonly parts: Readonly<Record<Rating, number>>;
}

export function Shares(props: {
  rows: readonly ShareRow[];
  label: string;
  names: Readonly<Record<Rating, string>>;
  percent: (share: number) => string;
  /** Called with the name that was pressed. */
  onPick?: ((name: string) => void) | undefined;
}) {
  const { rows, label, names, percent, onPick } = props;
  const common = useCommonWords();
  const kinds = ['good', 'needs-improvement', 'poor'] as const;
  return (
    <>
      <p className={css.ratings} aria-hidden="true">
        {kinds.map(kind => (
          <StatusBadge key={kind} tone={toneOfRating(kind)}>
            {names[kind]}
          </StatusBadge>
        ))}
      </p>
      <ul className={css.shares} aria-label={label}>
        {rows.map(({ name, note, value, rating, parts }) => (
          <li key={`${name} ${note}`}>
            <p>
              {onPick ? <TextButton onClick={() => onPick(name)}>{name}</TextButton> : <span>{name}</span>}{' '}
              <small>{note}</small>
              <b>
                {value} <StatusBadge tone={toneOfRating(rating)}>{names[rating]}</StatusBadge>
              </b>
            </p>
            <svg
              viewBox="0 0 1000 12"
              preserveAspectRatio="none"
              role="img"
              aria-label={kinds.map(kind => `${names[kind]} ${percent(parts[kind])}`).join(common.comma)}
            >
              {kinds.map((kind, at) => {
                const before = kinds.slice(0, at).reduce((sum, one) => sum + parts[one], 0);
                return (
                  <rect
                    key={kind}
                    data-rating={kind}
                    x={before * 1000}
                    // poor has the full height, good a third
                    y={kind === 'good' ? 8 : kind === 'poor' ? 0 : 4}
                    width={parts[kind] * 1000}
                    height={kind === 'good' ? 4 : kind === 'poor' ? 12 : 8}
                  />
                );
              })}
            </svg>
          </li>
        ))}
      </ul>
    </>
  );
}
