/**
 * Finishes a sign-in or binding after the vendor's page: success, a phone number to bind first, or what failed.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SupportLink } from '../problem/support-link.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';
import { ProviderLogo } from './provider-logo.tsx';
import { OauthPhone } from './oauth-phone.tsx';
import type { Provider } from './provider.ts';
import css from './finish.module.css';
import { useLeaveFor, useThirdParties } from './use-third-parties.ts';
import type { ThirdPartyFailure } from './failure.ts';
import { useThirdPartyFinish } from './use-third-party-finish.ts';
import { type FailureText, thirdPartyWords } from './words.ts';

export interface ThirdPartyFinishProps {
  readonly provider: Provider;
  /**
   * The full URL that the vendor sent the person back to. It is finished once; give the component another `key`
   * for another one.
   */
  readonly address: string;
  /** The path of this site to go to where the start of the sign-in did not name one. */
  readonly home: string;
  readonly onSignedIn?: (returnTo: string) => void;
  readonly onBound?: (returnTo: string) => void;
  /** Called when it is known whether this is a sign-in or a binding, for the page's heading. */
  readonly onBegun?: (intent: 'sign-in' | 'bind') => void;
  /** The path of the sign-in page, for a link; with `onGiveUp` a button is drawn instead. */
  readonly signIn?: string;
  readonly onGiveUp?: () => void;
}

function Failed(props: {
  provider: Provider;
  failure: ThirdPartyFailure;
  bind: boolean;
  returnTo: string;
  children: ReactNode;
}) {
  const { provider, failure, bind, returnTo, children } = props;
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const { list } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({ intent: bind ? 'bind' : 'sign-in', returnTo });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const to = list?.find(one => one.provider === provider);
  const name = phrases.account[provider];
  const texts: Readonly<Record<string, FailureText>> = words.bindFailures;
  const { what, next } = (bind && texts[failure]) || words.failures[failure];
  const useless = failure === 'blocked' || failure === 'signed-out';
  return (
    <div className={css.ended}>
      <div ref={box} tabIndex={-1} role="alert" data-end={failure}>
        <p className={css.what}>{what(name)}</p>
        <p>{next(name)}</p>
        {failure === 'blocked' && <SupportLink />}
      </div>
      <FormError problem={task.problem} retry={task.retry} />
      <div className={css.ways}>
        {to && !useless ? (
          <button
            type="button"
            className={buttonsCss.primary}
            aria-disabled={opening ? true : undefined}
            data-working={opening ? '' : undefined}
            onClick={() => leave(to)}
          >
            <span>{opening ? phrases.thirdParty.opening : words.startAgain}</span>
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/**
 * Finishes a third party's return on the page that it redirected to.
 * @example <ThirdPartyFinish provider="wechat" address={location.href} home="/" />
 * @see `docs/third-party.md`
 */
export function ThirdPartyFinish(props: ThirdPartyFinishProps) {
  const { provider, home, signIn, onGiveUp } = props;
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const session = useSession();
  const flow = useThirdPartyFinish(props);
  const id = useId();
  const { state, begun, task } = flow;
  const name = phrases.account[provider];
  const bind = begun?.intent === 'bind';
  const returnTo = begun?.returnTo ?? home;

  if (state.step === 'signed-in')
    return <SignedInNotice word={phrases.signIn.here} text={phrases.signIn.welcome} />;
  if (state.step === 'bound')
    return (
      <p aria-live="polite" className={css.what} data-bound="">
        {words.bound(name)}
      </p>
    );
  const elsewhere = bind ? (
    <a className={css.other} href={returnTo}>
      {words.backToAccount}
    </a>
  ) : onGiveUp ? (
    <button type="button" className={css.other} onClick={onGiveUp}>
      {words.otherWay}
    </button>
  ) : (
    <a className={css.other} href={signIn}>
      {words.otherWay}
    </a>
  );
  if (state.step === 'failed') {
    // the back button of a signed-in person leads here: nothing has failed
    if (state.failure === 'forged' && session === 'in' && !bind)
      return (
        <div className={css.ended}>
          <p aria-live="polite">{phrases.signIn.already}</p>
          <div className={css.ways}>
            <a className={css.other} href={home}>
              {phrases.signIn.goOn}
            </a>
          </div>
        </div>
      );
    return (
      <Failed key={state.failure} provider={provider} failure={state.failure} bind={bind} returnTo={returnTo}>
        {state.failure === 'signed-out' && signIn ? (
          <a className={css.other} href={`${signIn}?return=${encodeURIComponent(returnTo)}`}>
            {phrases.signIn.title}
          </a>
        ) : (
          elsewhere
        )}
      </Failed>
    );
  }
  if (state.step === 'confirm')
    return (
      <section aria-labelledby={`${id}title`} data-confirm="">
        <h2 id={`${id}title`} className={css.title}>
          <ProviderLogo provider={provider} className={css.mark} />
          {state.nickname === null ? (
            words.confirm(name, state.account)
          ) : (
            <bdi>{words.confirmNamed(name, state.nickname, state.account)}</bdi>
          )}
        </h2>
        <p className={css.lead}>{words.confirmNote(name)}</p>
        <FormError problem={task.problem} retry={task.retry} />
        <div className={css.ways}>
          <button
            type="button"
            className={buttonsCss.primary}
            aria-disabled={task.phase === 'idle' ? undefined : true}
            data-working={task.phase === 'idle' ? undefined : ''}
            onClick={flow.bind}
          >
            <span>{task.phase === 'idle' ? words.bindIt : words.binding}</span>
          </button>
          <a className={css.other} href={returnTo}>
            {words.dontBind}
          </a>
        </div>
      </section>
    );
  if (state.step === 'phone')
    return (
      <section aria-labelledby={`${id}title`}>
        <h2 id={`${id}title`} className={css.title}>
          <ProviderLogo provider={provider} className={css.mark} />
          {words.phoneTitle}
        </h2>
        <p className={css.lead}>{words.phoneLead(name)}</p>
        <OauthPhone ticket={state.ticket} onFailed={flow.fail} onDone={flow.finished} />
        <div className={css.below}>{elsewhere}</div>
      </section>
    );
  return (
    <div className={css.working}>
      <ProviderLogo provider={provider} className={css.mark} />
      {task.problem ? null : (
        <p aria-live="polite">
          {task.phase === 'slow' ? phrases.work.slow : (bind ? words.preparing : words.finishing)(name)}
        </p>
      )}
      <FormError problem={task.problem} retry={task.retry} />
      {task.problem ? elsewhere : null}
    </div>
  );
}
