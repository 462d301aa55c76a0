/** The site's appid with WeChat, which the specification's calls of WeChat send (section 7). */
import type { Call } from '@rollcall/contract';
import type { CallOptions, ClientMethod } from './call-types.ts';
import type { Auth } from './client.ts';

/** Fills in the WeChat appid of `init`, unless the code is QQ's. */
export const withWechatAppid =
  <C extends Call>(call: ClientMethod<C>): ClientMethod<C> =>
  (auth: Auth, fields?: { readonly appid?: string; readonly provider?: string }, options?: CallOptions) =>
    (call as (...all: unknown[]) => ReturnType<ClientMethod<C>>)(
      auth,
      fields?.provider === 'qq' ? fields : { ...fields, appid: fields?.appid ?? auth.params.wechat_appid },
      options,
    );
