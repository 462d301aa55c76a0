/** How to sign in with WeChat from a browser where only WeChat's own one could: on a phone, outside of WeChat. */
import { useState } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { useRollcall } from '../provider/provider.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import css from './third-party.module.css';

const texts = {
  en: {
    how: 'For WeChat, open this page in WeChat: copy the link, send it to yourself there, and tap it.',
    copy: 'Copy the link',
    copied: 'Copied',
    byHand: 'Copy this address:',
  },
  'zh-CN': {
    how: '想用微信登录？请在微信中打开本页：复制链接，发给“文件传输助手”，再点开链接。',
    copy: '复制链接',
    copied: '已复制',
    byHand: '请手动复制此链接：',
  },
} as const;

export function InWechat() {
  const { phrases } = useRollcall();
  const words = texts[phrases.language];
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
