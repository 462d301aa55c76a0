/** Shown while the vendor's page is open in another window or embedded. */
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './finish.module.css';
import type { ThirdPartyPendingProps } from './pending-props.ts';
import { ThirdPartyFinish } from './third-party-finish.tsx';
import { useThirdPartyPending } from './use-third-party-pending.ts';
import { WechatFrame } from './wechat-frame.tsx';
import { thirdPartyWords } from './words.ts';

/**
 * Waits for the answer of a third party whose page is open in a window, or shows its QR code.
 * @example <ThirdPartyPending {...pending} />
 * @see `docs/third-party.md`
 */
export function ThirdPartyPending(props: ThirdPartyPendingProps) {
  const { to, popup, beside, returnTo, onAnswered, onSignedIn, onGiveUp } = props;
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const { url, came, openHere } = useThirdPartyPending({ to, popup, returnTo, onAnswered });

  if (came !== undefined)
    return (
      <ThirdPartyFinish
        provider={to.provider}
        address={came}
        home={returnTo}
        onSignedIn={onSignedIn}
        onGiveUp={onGiveUp}
      />
    );
  return (
    <div className={css.beside}>
      {popup ? (
        <p aria-live="polite">{words.inOtherWindow(phrases.account[to.provider])}</p>
      ) : url === undefined ? null : (
        <WechatFrame thirdParty={to} url={url} />
      )}
      <div className={css.line}>
        <button type="button" className={buttonsCss.link} onClick={openHere}>
          {words.openHere}
        </button>
        {beside ? null : (
          <button type="button" className={buttonsCss.link} onClick={onGiveUp}>
            {popup ? words.otherWay : words.hideCode}
          </button>
        )}
      </div>
    </div>
  );
}
