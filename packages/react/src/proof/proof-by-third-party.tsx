/** A proof by WeChat or QQ, for an account that has nothing else: the vendor's page opens in a window beside this one. */
import { browserKind, finishThirdParty, proveByQq, proveByWechat } from '@rollcall/account';
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import { InWechat } from '../third-party/in-wechat.tsx';
import { useLeaveFor, useThirdParties } from '../third-party/use-third-parties.ts';
import { useThirdPartyPending } from '../third-party/use-third-party-pending.ts';
import { windows } from '../third-party/windows.ts';
import css from './proof.module.css';
import type { ProofProps } from './proof-props.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { proofWords } from './words.ts';

function Pending(props: ProofProps & { to: ThirdParty; popup: Window; onFailed: () => void }) {
  const { to, popup, onProved, onFailed } = props;
  const { phrases } = useRollcall();
  const words = useWords('proof', proofWords);
  const auth = useAuth();
  const { came } = useThirdPartyPending({ to, popup, returnTo: location.pathname });
  const { run, problem } = useTask();
  useEffect(() => {
    if (came === undefined) return;
    run(async signal => {
      const { code, appid, redirectUri } = finishThirdParty(auth(), came);
      if (code === undefined) {
        onFailed();
        return;
      }
      await (to.provider === 'wechat'
        ? proveByWechat(auth(), { code, appid }, { signal })
        : proveByQq(auth(), { code, appid, redirect_uri: redirectUri }, { signal }));
      onProved();
    });
    // once for the URL that came: its state is used up
    // oxlint-disable-next-line react/exhaustive-deps
  }, [came]);
  return problem ? (
    <FormError problem={problem} />
  ) : (
    <p aria-live="polite">{words.waiting(phrases.account[to.provider])}</p>
  );
}

export function ProofByThirdParty({ provider, ...props }: ProofProps & { provider: Provider }) {
  const { phrases } = useRollcall();
  const words = useWords('proof', proofWords);
  const { list, inWechat, task } = useThirdParties();
  const { opening, leave } = useLeaveFor({
    intent: 'sign-in',
    returnTo: location.pathname + location.search,
  });
  const [popup, setPopup] = useState<Window>();
  const [blocked, setBlocked] = useState(false);
  const to = list?.find(one => one.provider === provider);
  const elsewhere = list && !to;
  // WeChat's browser has no second window: there the proof is a sign-in, in this one
  const sameWindow = browserKind() === 'wechat';
  if (elsewhere && !(provider === 'wechat' && inWechat)) return <SignInAgain onCancel={props.onCancel} />;
  return (
    <>
      <FormError problem={task.problem} retry={task.retry} />
      {elsewhere ? <InWechat /> : sameWindow ? <p>{words.sameWindow}</p> : null}
      {popup && to ? (
        <Pending {...props} to={to} popup={popup} onFailed={() => setPopup(undefined)} />
      ) : blocked ? (
        <p role="alert">{words.blocked}</p>
      ) : null}
      <p className={css.ways}>
        {popup || elsewhere ? null : (
          <button
            type="button"
            className={buttonsCss.secondary}
            disabled={!to}
            aria-disabled={opening ? true : undefined}
            onClick={() => {
              if (sameWindow) {
                if (to && !opening) leave(to);
                return;
              }
              const opened = windows.open();
              setPopup(opened);
              setBlocked(!opened);
            }}
          >
            {words.by(phrases.account[provider])}
          </button>
        )}
        <button type="button" className={buttonsCss.link} onClick={props.onCancel}>
          {words.cancel}
        </button>
      </p>
    </>
  );
}
