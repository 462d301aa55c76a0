import type { Provider } from '@rollcall/contract';

/** A person's identity at a third party: keyed by provider, app and subject, never by a name. */
export interface Identity {
  readonly provider: Provider;
  readonly appid: string;
  /** WeChat's and QQ's openid. */
  readonly subject: string;
  /** The same in all apps of one developer account, if the vendor sends it. */
  readonly unionid?: string;
}
