/** The frame of the doors into the console. */
import { Seal } from '@rollcall/react';
import { type ReactNode, useEffect } from 'react';
import css from '../shell/console-shell.module.css';
import { Switches } from '../shell/switches.tsx';
import { useCommon } from '../surroundings.ts';

export function Door(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const { title, lead, children } = props;
  const words = useCommon();
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <main className={css.door} id="content">
      <div className={css.doorSheet}>
        <div className={css.doorHead}>
          <a className={css.brand} href="/console">
            <Seal form="outline" />
            <span>
              {words.product} <small>{words.console}</small>
            </span>
          </a>
          <Switches />
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
