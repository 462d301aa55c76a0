/** The privacy section: consents, their history, and the recorded usage to export or erase. */
import type { ConsentKind } from '@rollcall/contract';
import { useId } from 'react';
import { LoadingPlaceholder, Loaded } from '../account/loaded.tsx';
import panelCss from '../forms/panel.module.css';
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { ConsentSettings } from '../usage/consent-settings.tsx';
import { useGuardianUsage, useUsage } from '../usage/provider.tsx';
import { Erasure, Export } from './jobs.tsx';
import css from './privacy.module.css';
import { type ConsentChange, useUsageData } from './use-usage-data.ts';
import { type PrivacyWords, privacyWords } from './words.ts';

const ORDER = ['event', 'view', 'user', 'app', 'device'] as const satisfies readonly ConsentKind[];

/**
 * Draws the privacy section of the account page: consents, exports and erasures. The consents are those of the
 * `UsageProvider` above.
 *
 * @param props.reporting whether there will be a provider that has not started yet; without one the section
 * says that nothing is recorded
 * @param props.dataHref the path of a page with `AccountData`; without it there is no link
 * @param props.guardianHref the path of a page with `GuardianPortal`, for a pupil's guardian; without it there is no link
 * @example <AccountPrivacy dataHref="/account/data" />
 * @see `docs/data.md`
 */
export function AccountPrivacy(props: {
  reporting?: boolean;
  dataHref?: string | undefined;
  guardianHref?: string | undefined;
}) {
  const { reporting = false, dataHref, guardianHref } = props;
  const guarded = useGuardianUsage() !== undefined;
  const words = useWords('privacy', privacyWords);
  const flow = useUsageData();
  const usage = useUsage();
  const id = useId();
  return (
    <>
      {dataHref === undefined ? null : (
        <div className={css.all}>
          <p>{words.allLead}</p>
          <a href={dataHref} className={buttonsCss.secondary}>
            {words.all}
          </a>
        </div>
      )}
      {guarded && guardianHref !== undefined ? (
        <p className={panelCss.note}>
          <span>{words.guardian}</span> <a href={guardianHref}>{words.guardianPage}</a>
        </p>
      ) : null}
      {usage ? (
        <ConsentSettings />
      ) : reporting ? (
        <div className={css.awaited}>
          <LoadingPlaceholder />
        </div>
      ) : (
        <p className={panelCss.note}>{words.noReporting}</p>
      )}
      <Loaded value={flow.consents} task={flow.loading}>
        {consents => (
          <>
            <History consents={consents} words={words} onOpen={flow.refresh} />
            <section className={css.data} aria-labelledby={`${id}data`}>
              <h3 id={`${id}data`}>{words.data}</h3>
              <p className={panelCss.note}>{words.dataLead}</p>
              {flow.lost ? (
                <p className={css.lost} aria-live="polite">
                  {words.lost}
                </p>
              ) : null}
              <Export flow={flow} words={words} />
              <Erasure flow={flow} words={words} />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Loaded again each time it is opened, since a change of consent is reported with a delay. */
function History(props: { consents: readonly ConsentChange[]; words: PrivacyWords; onOpen: () => void }) {
  const { consents, words, onOpen } = props;
  const when = dateFormat(localeOf(useRollcall().phrases), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <details
      className={css.history}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen();
      }}
    >
      <summary>{words.history}</summary>
      {consents.length === 0 ? (
        <p>{words.historyEmpty}</p>
      ) : (
        <ol>
          {consents.map(({ record, at, granted, claimed }) => {
            const kinds = ORDER.filter(kind => granted[kind]).map(kind => words.kinds[kind]);
            const others = ORDER.filter(kind => !granted[kind]).map(kind => words.kinds[kind]);
            return (
              <li key={`${record} ${at}`}>
                <time dateTime={new Date(at).toISOString()}>{when.format(at)}</time>
                <span>
                  {kinds.length > 0 ? words.agreed(kinds.join(words.comma)) : words.agreedNothing}
                  {kinds.length > 0 && others.length > 0 ? (
                    <small>{words.notAgreed(others.join(words.comma))}</small>
                  ) : null}
                  {claimed ? <small>{words.claimed}</small> : null}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </details>
  );
}
