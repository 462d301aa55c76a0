/** The parts of a page: its head, a ruled section, what stands where nothing is yet, facts, and marks. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useCommon, useSurroundings } from '../surroundings.ts';
import css from './console-parts.module.css';

/** Titles the document, and has the focus when a person comes from another page. */
export function PageHead(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const { title, lead, children } = props;
  const words = useCommon();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <header className={css.pageHead}>
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

/** Says what will stand here, and how to get it. */
export function Empty({ what, how, command }: { what: string; how?: ReactNode; command?: string }) {
  return (
    <div className={css.empty}>
      <p>{what}</p>
      {how ? <p>{how}</p> : null}
      {command ? <code>{command}</code> : null}
    </div>
  );
}

/** Name and value, ruled like the register. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly tone?: 'good' | 'bad' | undefined;
}
/** A line of large figures. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(({ name, value, note, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note ? <span data-tone={tone}>{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A state in a word; its sign differs too, so that it is not told by colour alone. */
export function Mark({
  tone,
  children,
}: {
  tone: 'good' | 'bad' | 'middling' | 'plain';
  children: ReactNode;
}) {
  return (
    <span className={css.mark} data-tone={tone}>
      <i aria-hidden="true">
        {tone === 'good' ? '●' : tone === 'bad' ? '■' : tone === 'middling' ? '▲' : '○'}
      </i>
      {children}
    </span>
  );
}

/** A moment in local words; of this year it is said without the year. */
const momentWords = (date: Date, language: string, now: () => number): string =>
  new Intl.DateTimeFormat(
    language,
    date.getFullYear() === new Date(now()).getFullYear()
      ? { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }
      : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(date);

/** A moment in local words, of this year without the year; `at` in milliseconds since 1970, or an ISO text; null: `otherwise`. */
export function When({ at, otherwise }: { at: number | string | null | undefined; otherwise?: ReactNode }) {
  const { language } = useSurroundings();
  if (at === null || at === undefined) return <>{otherwise ?? '—'}</>;
  const date = new Date(at);
  const text = momentWords(date, language, Date.now);
  return (
    <time className={css.when} dateTime={date.toISOString()} title={date.toISOString()}>
      {text}
    </time>
  );
}

/** Numbers as this language writes them. */
export function useNumbers(): {
  readonly whole: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly short: (value: number) => string;
} {
  const { language } = useSurroundings();
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    whole: value => whole.format(value),
    percent: share => percent.format(share),
    short: value => short.format(value),
  };
}
