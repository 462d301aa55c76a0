/** How to sign in with WeChat from a browser where only WeChat's own one could: on a phone, outside of WeChat. */
import { useState } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import { inWechatWords } from './in-wechat-words.ts';
import { ProviderLogo } from './provider-logo.tsx';
import css from './third-party.module.css';

export function InWechat() {
  const words = useWords('inWechat', inWechatWords);
  // a page without https has no clipboard
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  const [copied, setCopied] = useState<boolean | 'refused'>(clipboard ? false : 'refused');
  const copy = () =>
    clipboard?.writeText(location.href).then(
      () => setCopied(true),
      () => setCopied('refused'),
    );
  return (
    <div className={css.elsewhere} data-in-wechat="">
      <ProviderLogo provider="wechat" className={css.mark} />
      <p>
        {words.how}{' '}
        {copied === 'refused' ? null : (
          <button type="button" className={buttonsCss.link} onClick={() => void copy()}>
            <span aria-live="polite">{copied ? words.copied : words.copy}</span>
          </button>
        )}
        <span aria-live="polite">
          {copied === 'refused' ? (
            <>
              {words.byHand} <span className={css.address}>{location.href}</span>
            </>
          ) : null}
        </span>
      </p>
    </div>
  );
}
