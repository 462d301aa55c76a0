/** The buttons that sign in by WeChat and QQ, as the site is configured; draws nothing where there are none. */
import type { ThirdParty } from '@rollcall/contract';
import { type ComponentType, useId } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import css from './third-party.module.css';
import { type ThirdPartyOptions, useThirdParty } from './use-third-party.ts';
import { windows } from './windows.ts';

/**
 * The properties of the component that replaces the buttons while the vendor's page is open in another window
 * or a frame.
 */
export interface ThirdPartyPendingProps {
  readonly to: ThirdParty;
  /** The window that was opened for the vendor's page; undefined: the page is embedded. */
  readonly popup: Window | undefined;
  readonly returnTo: string;
  readonly onSignedIn: (returnTo: string) => void;
  readonly onGiveUp: () => void;
}

export interface ThirdPartyButtonsProps extends ThirdPartyOptions {
  /**
   * `ThirdPartyPending`, for `popup` and `embedded`. The site passes it, so that other sites don't load it.
   *
   * @default none: the vendor's page opens in this window
   */
  readonly pending?: ComponentType<ThirdPartyPendingProps>;
  /**
   * Called once, with the path to go to, when the person was signed in without leaving this page.
   *
   * @default goes to the path
   */
  readonly onSignedIn?: (returnTo: string) => void;
}

export function ThirdPartyButtons({ pending: Pending, onSignedIn, ...options }: ThirdPartyButtonsProps) {
  const { phrases } = useRollcall();
  // without that component the vendor's page can only open in this window
  const flow = useThirdParty(Pending ? options : { ...options, open: 'window' });
  const title = useId();
  const words = phrases.thirdParty;
  if (!flow.list?.length) return null;
  if (flow.pending && Pending)
    return (
      <Pending
        {...flow.pending}
        returnTo={options.returnTo}
        onSignedIn={onSignedIn ?? windows.go}
        onGiveUp={flow.giveUp}
      />
    );
  return (
    <section className={css.others} aria-labelledby={title}>
      <p id={title} className={css.or}>
        {words.ways}
      </p>
      <FormError problem={flow.task.problem} retry={flow.task.retry} />
      <div className={css.buttons}>
        {flow.list.map(one => (
          <button
            key={one.provider}
            type="button"
            className={css.button}
            aria-disabled={flow.opening ? true : undefined}
            data-working={flow.opening === one.provider ? '' : undefined}
            onClick={() => flow.press(one)}
          >
            <ProviderLogo provider={one.provider} className={css.mark} />
            <span>{flow.opening === one.provider ? words.opening : words.by[one.provider]}</span>
            {flow.lastSignInMethod === one.provider ? <small>{phrases.signIn.lastUsed}</small> : null}
          </button>
        ))}
      </div>
    </section>
  );
}
