/** The frame of the pages before sign-in. */
import { Seal } from '@rollcall/ui';
import { type ReactNode, useEffect } from 'react';
import brandCss from '../shell/brand.module.css';
import { Preferences } from '../shell/preferences.tsx';
import { useCommonWords } from '../console-context.ts';
import css from './entry-layout.module.css';

export function EntryLayout(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const { title, lead, children } = props;
  const words = useCommonWords();
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <main className={css.entry} id="content">
      <div className={css.entrySheet}>
        <div className={css.entryHead}>
          <a className={brandCss.brand} href="/console">
            <Seal form="outline" />
            <span>
              {words.product} <small>{words.console}</small>
            </span>
          </a>
          <Preferences />
        </div>
        <h1 data-title="" tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p>{lead}</p> : null}
        {children}
      </div>
    </main>
  );
}
