/** The logos of WeChat and QQ, in the text's colour and without a picture to load. */
import type { Provider } from './provider.ts';

/**
 * Draws a third party's logo. Hidden from screen readers: the provider's name is beside it.
 * @example <ProviderLogo provider="wechat" />
 * @see `docs/third-party.md`
 */
export function ProviderLogo({
  provider,
  className,
}: {
  provider: Provider;
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      {provider === 'wechat' ? (
        <>
          <path d="M9.3 3.5C5 3.5 1.6 6.3 1.6 9.8c0 2 1.1 3.7 2.9 4.9l-.7 2.3 2.6-1.4c.9.3 1.9.4 2.9.4h.5a5.6 5.6 0 0 1-.2-1.5c0-3.3 3.2-5.9 7.1-5.9h.5C16.6 5.7 13.3 3.5 9.3 3.5ZM6.7 6.7a1 1 0 1 1 0 2 1 1 0 0 1 0-2Zm5.2 0a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z" />
          <path d="M16.6 9.7c-3.3 0-5.9 2.2-5.9 4.9s2.6 4.9 5.9 4.9c.7 0 1.4-.1 2.1-.3l2 1.1-.5-1.8c1.4-.9 2.3-2.3 2.3-3.9 0-2.7-2.6-4.9-5.9-4.9Zm-2 2.5a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Zm4 0a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z" />
        </>
      ) : (
        <path d="M12 2c-3.5 0-5.7 2.6-5.7 6v.7c-.3.4-.4.8-.4 1.2l.1.4c-1 1.3-1.9 3.1-1.9 4.7 0 1.1.3 1.9.7 1.9.4 0 1-.5 1.5-1.3.3 1 .8 1.9 1.5 2.6-1 .3-1.7.8-1.7 1.5 0 1.1 1.6 1.8 3.5 1.8 1 0 1.9-.2 2.4-.6.5.4 1.4.6 2.4.6 1.9 0 3.5-.7 3.5-1.8 0-.7-.7-1.2-1.7-1.5.7-.7 1.2-1.6 1.5-2.6.5.8 1.1 1.3 1.5 1.3.4 0 .7-.8.7-1.9 0-1.6-.9-3.4-1.9-4.7l.1-.4c0-.4-.1-.8-.4-1.2V8c0-3.4-2.2-6-5.7-6Zm-2 4.2c.6 0 1.1.7 1.1 1.5s-.5 1.5-1.1 1.5-1.1-.7-1.1-1.5.5-1.5 1.1-1.5Zm4 0c.6 0 1.1.7 1.1 1.5s-.5 1.5-1.1 1.5-1.1-.7-1.1-1.5.5-1.5 1.1-1.5ZM8 10.5c1.2-.5 2.5-.7 4-.7s2.8.2 4 .7c-.9.9-2.3 1.5-4 1.5s-3.1-.6-4-1.5Z" />
      )}
    </svg>
  );
}
