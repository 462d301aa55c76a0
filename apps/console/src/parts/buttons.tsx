/** Buttons: the one primary confirmation in vermilion, and quiet ones. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useCommon } from '../surroundings.ts';
import css from './console-parts.module.css';
import type { Work } from './work.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  type?: 'button' | 'submit';
};

export function Quiet({ children, type, ...native }: Native & { children: ReactNode }) {
  return (
    <button type={type === 'submit' ? 'submit' : 'button'} className={css.quiet} {...native}>
      {children}
    </button>
  );
}

export function Plain({ children, ...native }: Native & { children: ReactNode }) {
  return (
    <button type="button" className={css.plain} {...native}>
      {children}
    </button>
  );
}

/** Submits its form; while the work goes on it keeps the focus, says so, and can't be pressed twice. */
export function Submit(props: { work: Work; label: string; busy: string; quiet?: boolean }) {
  const { work, label, busy, quiet } = props;
  const words = useCommon();
  const working = work.phase !== 'idle';
  return (
    <>
      <button
        type="submit"
        className={quiet ? css.quiet : css.primary}
        aria-disabled={working || undefined}
        data-working={working ? '' : undefined}
      >
        {working ? busy : label}
      </button>
      <span className={css.slow} aria-live="polite">
        {work.phase === 'slow' ? words.slow : null}
      </span>
    </>
  );
}
