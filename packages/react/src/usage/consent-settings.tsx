/** A checkbox for each kind of usage data, to grant and to withdraw consent. */
import type { ConsentKind } from '@rollcall/contract';
import { useId, useState } from 'react';
import buttonsCss from '../task/buttons.module.css';
import tickCss from '../fields/tick.module.css';
import { useWords } from '../provider/use-words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { gapOf, localeOf, titled } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useGuardianUsage, useUsage } from './provider.tsx';
import css from './usage.module.css';
import { kinds, useConsent } from './use-consent.ts';
import { usageWords, usageWordsVersion } from './words.ts';

/**
 * Draws a checkbox for each kind of consent. A checkbox is ticked only where consent was granted. Draws nothing where
 * nothing is reported.
 *
 * @param props.onAnswered called after each answer
 * @example <ConsentSettings />
 * @see `docs/usage.md`
 */
export function ConsentSettings(props: { onAnswered?: () => void }) {
  const { phrases } = useRollcall();
  const words = useWords('usage', usageWords);
  const { granted, answer } = useConsent(usageWordsVersion);
  const usage = useUsage();
  const guardian = useGuardianUsage();
  const id = useId();
  /** Changes that are not saved yet. */
  const [changed, setChanged] = useState<Partial<Record<ConsentKind, boolean>>>({});
  const [status, setStatus] = useState<string>();
  const ticked = (kind: ConsentKind): boolean => changed[kind] ?? granted[kind] !== undefined;
  const give = (agreed: readonly ConsentKind[]) => {
    answer(agreed);
    setChanged({});
    setStatus(agreed.length > 0 ? words.saved : words.saved + gapOf(phrases) + words.nothing);
    props.onAnswered?.();
  };
  if (!usage) return null;
  if (guardian) return <GuardianDecides allowed={guardian} />;
  const day = dateFormat(localeOf(phrases), { dateStyle: 'medium' });
  return (
    <form
      className={css.settings}
      aria-labelledby={`${id}title`}
      onSubmit={event => {
        event.preventDefault();
        give(kinds.filter(ticked));
      }}
    >
      <h2 id={`${id}title`}>{words.title}</h2>
      <p className={css.lead}>{words.lead}</p>
      <ul className={css.kinds}>
        {kinds.map(kind => {
          const grant = granted[kind];
          return (
            <li key={kind}>
              <input
                type="checkbox"
                className={tickCss.tick}
                id={id + kind}
                name={kind}
                checked={ticked(kind)}
                aria-describedby={`${id}${kind}what`}
                onChange={event => {
                  setStatus(undefined);
                  setChanged({ ...changed, [kind]: event.target.checked });
                }}
              />
              <div>
                <label htmlFor={id + kind}>{words.kinds[kind].name}</label>
                <p id={`${id}${kind}what`}>
                  {words.kinds[kind].what}
                  {grant ? (
                    <small>
                      {words.agreedOn(day.format(grant[1]))} · {words.version(grant[0])}
                    </small>
                  ) : null}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className={css.buttons}>
        <button type="submit" className={buttonsCss.secondary}>
          {words.save}
        </button>
        <button type="button" className={buttonsCss.secondary} onClick={() => give([])}>
          {Object.keys(granted).length > 0 ? words.withdrawAll : words.refuse}
        </button>
      </div>
      <p className={css.status} aria-live="polite">
        {status}
      </p>
      <p className={css.version}>{words.version(usageWordsVersion)}</p>
    </form>
  );
}

/** What the guardian lets be recorded; the person can't change it. */
function GuardianDecides({ allowed }: { allowed: readonly ConsentKind[] }) {
  const { phrases } = useRollcall();
  const words = useWords('usage', usageWords);
  const id = useId();
  return (
    <section className={css.settings} aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className={css.lead}>{words.guardian}</p>
      {allowed.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <ul>
          {kinds
            .filter(kind => allowed.includes(kind))
            .map(kind => (
              <li key={kind}>{titled(phrases, words.kinds[kind].name, words.kinds[kind].what)}</li>
            ))}
        </ul>
      )}
    </section>
  );
}
