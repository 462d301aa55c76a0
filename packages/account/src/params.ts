import type { HostKind, HostParams } from '@rollcall/contract';
import { AuthError } from './errors.ts';

/** The parameters of `init` (specification, section 3). */
export interface InitParams extends HostParams {
  /** The product's id on this server: sent as a header, and in every body that has a `pid`. */
  readonly pid: string;
  readonly appid: string | number;
  readonly product_code: string | number;
  /** Such as `web`. */
  readonly platform: string | number;
  /**
   * Any other environment than `prod` prefixes the cookies' names and the host.
   * @default 'prod'
   */
  readonly env?: HostParams['env'];
  /**
   * The cookies' domain, shared by the product's sites, such as `school.example`. Absent: the cookies are for this host
   * only, which serves the calls too.
   */
  readonly domain?: string | undefined;
  /**
   * Stands before the cookies' names, where other cookies of the domain have the same: letters, digits, `-` and `_`. The same in all
   * sites of the domain, and as `ROLLCALL_COOKIE_PREFIX` on the server.
   * @default ''
   */
  readonly cookie_prefix?: string | undefined;
  /**
   * Sent as Auth-Version; 0, false and '' switch the Authorization header off.
   * @default 1
   */
  readonly auth_version?: string | number | boolean | undefined;
  /** Sent as Client-ID. Absent: the appid. */
  readonly client_id?: string | number | undefined;
  /**
   * The site's appid with WeChat, which is not `appid`: sent by `loginByWechat`, `bindWechat` and the other calls
   * with a WeChat code that are given none. Absent: the server takes the first that is configured.
   */
  readonly wechat_appid?: string | undefined;
  /**
   * The host kind whose calls serve the human verification of `@rollcall/react` and `@rollcall/captcha`. `main`: pages
   * reach no platform service; GeeTest and Tencent can then be used (specification, section 7).
   * @default 'platform'
   */
  readonly service?: HostKind | undefined;
  /**
   * Whether several people use this device: asked at each call, and sent as X-Shared-Device. A sign-in then lives 2 hours after
   * its last use, 8 hours in all. Undefined: the server decides by the network (`ROLLCALL_SHARED_NETWORKS`); false: it does not.
   * @default undefined
   */
  readonly sharedDevice?: (() => boolean | undefined) | undefined;
  /**
   * Whether a full name may have middle dots between Chinese characters, as 阿卜杜热合曼·买买提, which the server takes
   * and the specification's pattern refuses.
   * @default false
   */
  readonly middleDot?: boolean | undefined;
  /**
   * Time-out of a request in milliseconds.
   * @default 20_000
   */
  readonly requestTimeout?: number | undefined;
}

/** @throws AuthError InitFailed (42) unless the four required params have the right types (specification, section 5) */
export const checkParams = (params: InitParams): void => {
  const { pid, appid, product_code, platform, cookie_prefix = '' } = params ?? {};
  const named = (value: unknown) => value && typeof value === 'string';
  if (
    !named(pid) ||
    !/^[\w-]*$/.test(cookie_prefix) ||
    ![appid, product_code, platform].every(value => typeof value === 'number' || named(value))
  ) {
    throw new AuthError('InitFailed', 'Auth init fail.Check init params.');
  }
};
