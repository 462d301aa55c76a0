/** Shown while there is no data: says what will be shown, and how to get it. */
import { pageSettings } from '@rollcall/app-shell/settings';
import type { ReactNode } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './empty-state.module.css';

/** The command that makes sample data in this installation; undefined in production, where the server makes none. */
const makeSample = (): string | undefined =>
  typeof document === 'undefined' ? undefined : pageSettings().sample?.make;

/** @param props.sample whether sample data would be shown here; then the command is named that makes it */
export function EmptyState({ what, how, sample }: { what: string; how?: ReactNode; sample?: boolean }) {
  const words = useCommonWords();
  const command = sample ? makeSample() : undefined;
  return (
    <div className={css.empty}>
      <p>{what}</p>
      {how ? <p>{how}</p> : null}
      {command ? (
        <>
          <p>{words.trySample}</p>
          <code>{command}</code>
        </>
      ) : null}
    </div>
  );
}
