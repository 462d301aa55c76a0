/** The structure of a view: its header and its sections. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './page.module.css';

/** Sets the document's title. Its heading gets the focus when the operator comes from another view. */
export function PageHeader(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const { title, lead, children } = props;
  const words = useCommonWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <header className={css.pageHeader}>
      <div>
        <h1 ref={heading} data-title="" tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      {children ? <div className={css.actions}>{children}</div> : null}
    </header>
  );
}

export function Section(props: { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section}>
      <header>
        <h2>{props.title}</h2>
        {props.action}
      </header>
      {props.lead ? <p className={css.lead}>{props.lead}</p> : null}
      {props.children}
    </section>
  );
}
