/** Stands where there is no data yet: says what will be shown, and how to get it. */
import { pageSettings } from '@rollcall/app-shell/settings';
import type { ReactNode } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './empty-state.module.css';

/** The server makes sample data outside production only. */
const makesSamples = (): boolean => typeof document !== 'undefined' && pageSettings().env !== 'prod';

/** @param props.sample whether sample data would be shown here; then the command is named that makes it */
export function EmptyState({ what, how, sample }: { what: string; how?: ReactNode; sample?: boolean }) {
  const words = useCommonWords();
  return (
    <div className={css.empty}>
      <p>{what}</p>
      {how ? <p>{how}</p> : null}
      {sample && makesSamples() ? (
        <>
          <p>{words.trySample}</p>
          <code>npm run sample</code>
        </>
      ) : null}
    </div>
  );
}
