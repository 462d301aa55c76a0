/** The ways to sign in with somebody else's account, as a site has them configured; draws nothing where there are none. */
import type { ThirdParty } from '@rollcall/contract';
import { type ComponentType, useId } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import css from './third-party.module.css';
import { type ThirdPartyOptions, useThirdParty } from './use-third-party.ts';
import { windows } from './windows.ts';

/** What stands in the buttons' place while a vendor's page stands beside this one. */
export interface ThirdPartyPendingProps {
  readonly to: ThirdParty;
  /** The window that was opened for it; without one WeChat is embedded. */
  readonly popup: Window | undefined;
  readonly returnTo: string;
  readonly onSignedIn: (returnTo: string) => void;
  readonly onGiveUp: () => void;
}

export interface ThirdPartyButtonsProps extends ThirdPartyOptions {
  /** `ThirdPartyPending`, for `popup` and `embedded`: given by the site, so that other sites don't load it. */
  readonly beside?: ComponentType<ThirdPartyPendingProps>;
  /** Called once when somebody is signed in without this page having been left, with the path to go to. */
  readonly onSignedIn?: (returnTo: string) => void;
}

export function ThirdPartyButtons({ beside: Beside, onSignedIn, ...options }: ThirdPartyButtonsProps) {
  const { phrases } = useRollcall();
  // without it there is nothing that could stand beside
  const flow = useThirdParty(Beside ? options : { ...options, open: 'window' });
  const title = useId();
  const words = phrases.thirdParty;
  if (!flow.list?.length) return null;
  if (flow.taken && Beside)
    return (
      <Beside
        {...flow.taken}
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
