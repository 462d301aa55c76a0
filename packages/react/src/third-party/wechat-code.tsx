/** WeChat's QR code within the page of the buttons. The callback page finishes the sign-in, in this window. */
import { useEffect, useRef } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import css from './finish.module.css';
import type { ThirdPartyPendingProps } from './pending-props.ts';
import { useThirdPartyPending } from './use-third-party-pending.ts';
import { WechatFrame } from './wechat-frame.tsx';
import { markHere, stateOf, windows } from './windows.ts';
import { thirdPartyWords } from './words.ts';

export function WechatCode({ to, beside, pressed, returnTo, onGiveUp }: ThirdPartyPendingProps) {
  const words = useWords('thirdParty', thirdPartyWords);
  const { url, came, openHere } = useThirdPartyPending({ to, popup: undefined, returnTo });
  useEffect(() => {
    if (came === undefined) return;
    markHere(stateOf(came));
    windows.go(came);
  }, [came]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the button that was pressed is gone, and the focus with it
    if (pressed && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [pressed]);
  return (
    <div ref={box} className={css.beside} tabIndex={-1}>
      <WechatFrame thirdParty={to} url={url} />
      <div className={css.line}>
        <button type="button" className={buttonsCss.link} onClick={openHere}>
          {words.openHere}
        </button>
        {beside ? null : (
          <button type="button" className={buttonsCss.link} onClick={onGiveUp}>
            {words.hideCode}
          </button>
        )}
      </div>
    </div>
  );
}
