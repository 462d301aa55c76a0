/**
 * The buttons that sign in by WeChat and QQ, as the site is configured and where this page is open; draws nothing where
 * there are none.
 */
import type { ThirdParty } from '@rollcall/contract';
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { InWechat } from './in-wechat.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import type { ThirdPartyPendingProps } from './pending-props.ts';
import css from './third-party.module.css';
import { type ThirdPartyOptions, useThirdParty } from './use-third-party.ts';
import { useLeaveFor } from './use-third-parties.ts';
import { windows } from './windows.ts';

export interface ThirdPartyButtonsProps extends ThirdPartyOptions {
  /**
   * `ThirdPartyPending`, which finishes the sign-in within this page. The site passes it, so that other sites don't load it.
   *
   * @default with `embedded` the callback page finishes, in this window; with `popup` the vendor's page opens in this window
   */
  readonly pending?: ComponentType<ThirdPartyPendingProps>;
  /**
   * Called once, with the path to go to, when the person was signed in without leaving this page.
   *
   * @default goes to the path
   */
  readonly onSignedIn?: (returnTo: string) => void;
  /** Whether they stand within a list of the site's own, which has its heading. @default false */
  readonly plain?: boolean;
}

/**
 * Stands in for `WechatCode` where that does not load: after a press the vendor's page opens in this window; without
 * one the buttons come back, since a page must not leave by itself.
 */
function OpenHere({ to, pressed, returnTo, onGiveUp }: ThirdPartyPendingProps) {
  const { phrases } = useRollcall();
  const { leave } = useLeaveFor({ intent: 'sign-in', returnTo });
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    if (pressed) leave(to);
    else onGiveUp();
  }, [leave, to, pressed, onGiveUp]);
  return <p aria-live="polite">{phrases.thirdParty.opening}</p>;
}

const LateWechatCode = lazy(() =>
  import('./wechat-code.tsx').then(
    ({ WechatCode }) => ({ default: WechatCode }),
    () => ({ default: OpenHere }),
  ),
);

/**
 * Draws a button for each third party that can sign people in where the page is open.
 * @example <ThirdPartyButtons returnTo="/" onSignedIn={close} />
 * @see `docs/third-party.md`
 */
export function ThirdPartyButtons({
  pending: given,
  onSignedIn,
  plain = false,
  ...options
}: ThirdPartyButtonsProps) {
  const { phrases } = useRollcall();
  const Pending = given ?? LateWechatCode;
  const flow = useThirdParty(options.open === 'popup' && !given ? { ...options, open: 'window' } : options);
  const title = useId();
  const words = phrases.thirdParty;
  const { list, pending, inWechat, beside } = flow;
  if (!list || (list.length === 0 && !inWechat)) return null;
  const opened = pending && (
    <Suspense fallback={<p aria-live="polite">{phrases.work.loading}</p>}>
      <Pending
        to={pending.to}
        popup={pending.popup}
        beside={beside}
        pressed={pending.pressed}
        returnTo={options.returnTo}
        onAnswered={flow.answered}
        onSignedIn={onSignedIn ?? windows.go}
        onGiveUp={flow.giveUp}
      />
    </Suspense>
  );
  const alone = pending?.alone;
  const button = (one: ThirdParty) => (
    <button
      key={one.provider}
      type="button"
      className={css.button}
      data-way={one.provider}
      data-last={flow.lastSignInMethod === one.provider ? '' : undefined}
      aria-disabled={flow.opening ? true : undefined}
      data-working={flow.opening === one.provider ? '' : undefined}
      onClick={() => flow.press(one)}
    >
      <ProviderLogo provider={one.provider} className={css.mark} />
      <span>{flow.opening === one.provider ? words.opening : words.by[one.provider]}</span>
      {flow.lastSignInMethod === one.provider ? <small>{phrases.signIn.lastUsed}</small> : null}
    </button>
  );
  const wechat = list.find(({ provider }) => provider === 'wechat');
  const elsewhere = inWechat ? <InWechat /> : null;
  const placed = beside && !alone;
  const below = list.filter(one => one !== (placed ? wechat : pending?.to));
  const headed = !plain && !alone && (!placed || below.length > 0);
  // what is opened keeps its place in the tree, and with it what it has begun
  return (
    <section className={headed ? css.others : undefined} aria-labelledby={headed ? title : undefined}>
      {headed ? (
        <p id={title} className={css.or}>
          {words.ways}
        </p>
      ) : null}
      {placed || opened ? (
        <div data-wechat={placed ? '' : undefined}>
          {opened ?? (wechat ? <div className={css.buttons}>{button(wechat)}</div> : elsewhere)}
        </div>
      ) : null}
      {alone ? null : (
        <>
          <FormError problem={flow.task.problem} retry={flow.task.retry} />
          {below.length > 0 ? <div className={css.buttons}>{below.map(button)}</div> : null}
          {placed ? null : elsewhere}
        </>
      )}
    </section>
  );
}
