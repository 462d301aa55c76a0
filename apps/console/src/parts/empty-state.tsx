/** Stands where there is no data yet: says what will be shown, and how to get it. */
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** @param props.command a shell command that creates data */
export function EmptyState({ what, how, command }: { what: string; how?: ReactNode; command?: string }) {
  return (
    <div className={css.empty}>
      <p>{what}</p>
      {how ? <p>{how}</p> : null}
      {command ? <code>{command}</code> : null}
    </div>
  );
}
