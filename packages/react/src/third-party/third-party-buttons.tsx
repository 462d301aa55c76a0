/** The ways to sign in with somebody else's account, as a site has them configured; draws nothing where there are none. */
import type { ThirdParty } from '@rollcall/contract';
import { type ComponentType, useId, useState, useSyncExternalStore } from 'react';
import { FormProblem } from '../fields/work.tsx';
import { lastWay } from '../session/last-way.ts';
import { useRollcall } from '../session/provider.tsx';
import { Mark } from './marks.tsx';
import css from './third-party.module.css';
import { useLeaveFor, useThirdParties } from './use-third-parties.ts';
import { windows } from './windows.ts';

/** What stands in the buttons' place while a vendor's page stands beside this one. */
export interface BesideProps {
  readonly to: ThirdParty;
  /** The window that was opened for it; without one WeChat is embedded. */
  readonly popup: Window | undefined;
  readonly returnTo: string;
  readonly onSignedIn: (returnTo: string) => void;
  readonly onGiveUp: () => void;
}

export interface ThirdPartyButtonsProps {
  /** A path of this site, for when somebody is signed in. */
  readonly returnTo: string;
  /**
   * Where the vendor's page opens: in this window, in one of its own, or, for WeChat where the vendor's script is
   * configured, within this page. A window that the browser does not allow becomes this one.
   */
  readonly open?: 'window' | 'popup' | 'embedded';
  /** `ThirdPartyBeside`, for `popup` and `embedded`: given by the site, so that other sites don't load it. */
  readonly beside?: ComponentType<BesideProps>;
  /** Told with true when this component takes the sign-in over (`popup`, `embedded`), with false when it gives it back. */
  readonly onTaken?: (taken: boolean) => void;
  /** Called once when somebody is signed in without this page having been left, with the path to go to. */
  readonly onSignedIn?: (returnTo: string) => void;
}

const never = () => () => {};

export function ThirdPartyButtons(props: ThirdPartyButtonsProps) {
  const { returnTo, open = 'window', beside: Beside, onTaken, onSignedIn } = props;
  const { phrases } = useRollcall();
  const { list } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({ intent: 'sign-in', returnTo });
  const last = useSyncExternalStore(never, lastWay, () => undefined);
  const [taken, setTaken] = useState<Pick<BesideProps, 'to' | 'popup'>>();
  const title = useId();
  const words = phrases.thirdParty;
  if (!list?.length) return null;

  const press = (to: ThirdParty) => {
    const popup = Beside && open === 'popup' ? windows.open() : undefined;
    if (popup || (Beside && open === 'embedded' && to.provider === 'wechat' && to.script_url)) {
      setTaken({ to, popup });
      onTaken?.(true);
    } else leave(to);
  };
  if (taken && Beside)
    return (
      <Beside
        {...taken}
        returnTo={returnTo}
        onSignedIn={onSignedIn ?? windows.go}
        onGiveUp={() => {
          setTaken(undefined);
          onTaken?.(false);
        }}
      />
    );
  return (
    <section className={css.others} aria-labelledby={title}>
      <p id={title} className={css.or}>
        {words.ways}
      </p>
      <FormProblem problem={task.problem} retry={task.retry} />
      <div className={css.buttons}>
        {list.map(one => (
          <button
            key={one.provider}
            type="button"
            className={css.button}
            aria-disabled={opening ? true : undefined}
            data-working={opening === one.provider ? '' : undefined}
            onClick={() => press(one)}
          >
            <Mark provider={one.provider} className={css.mark} />
            <span>{opening === one.provider ? words.opening : words.by[one.provider]}</span>
            {last === one.provider ? <small>{phrases.signIn.lastUsed}</small> : null}
          </button>
        ))}
      </div>
    </section>
  );
}
