/** The pages that stand for one that does not exist, or cannot be shown now; at any path. */
import { useHydrated, useRollcall } from '@rollcall/react';
import { Frame } from '../../frame/frame.tsx';
import type { PageData } from '../../frame/page-data.ts';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';
import { errorWords } from './words.ts';

export function ErrorPage({ words, data }: { words: Words; data: PageData | undefined }) {
  const name = data?.error ?? 'not-found';
  const own = usePageWords('error', errorWords);
  const { title, lead } = own[name];
  const { support } = useRollcall();
  // only the browser knows the school's settings
  const hydrated = useHydrated();
  const fault = name === 'fault';
  return (
    <Frame words={words} layout="form">
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      {fault ? (
        <p className={css.notice}>
          {own.reference}
          {/* filled in by the server; React leaves the content of dangerouslySetInnerHTML alone when it hydrates */}
          <code data-request-id="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
        </p>
      ) : null}
      <div className={css.ways}>
        {fault ? (
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the same address; works without the script, too
          <a className={css.primary} href="">
            {own.again}
          </a>
        ) : null}
        <a className={fault ? css.secondary : css.primary} href="/">
          {own.front}
        </a>
        {fault ? null : (
          <a className={css.secondary} href="/account">
            {own.account}
          </a>
        )}
        {hydrated && support ? (
          <p>
            <a href={support}>{words.phrases.work.support}</a>
          </p>
        ) : null}
      </div>
    </Frame>
  );
}
