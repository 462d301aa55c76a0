import type { Environment } from './hosts.ts';

/** Ways to sign in that the hosted pages can offer; `email` is a code by e-mail. */
export type SignInWay = 'code' | 'email' | 'password' | 'wechat' | 'qq';

/** Id of the element of a hosted page's document that holds its `PageSettings` as JSON. */
export const PAGE_SETTINGS_ID = 'settings';

/**
 * The cookie that marks a browser which several people use: `1`, or `0` where the network says so and the browser is one
 * person's own. `/shared` writes it, on the cookies' domain.
 */
export const SHARED_COOKIE = 'rollcall_shared';

/** Settings that the server writes into its hosted pages; the pages have no defaults. */
export interface PageSettings {
  readonly env: Environment;
  /** The pid that the pages sign people in to. */
  readonly pid: string;
  /** The product code of the pages' usage events and monitoring reports. */
  readonly product: string;
  /** The domain of the cookies, such as `school.example`. Absent: this host only. */
  readonly domain?: string | undefined;
  /** Stands before the names of the tokens' cookies. Absent: nothing. */
  readonly cookiePrefix?: string | undefined;
  /** The school's name by language. Absent: Rollcall's. */
  readonly name?: { readonly 'zh-CN': string; readonly en: string } | undefined;
  /** URL of the school's mark, shown beside its name. Absent: the seal. */
  readonly mark?: string | undefined;
  /** The ways to sign in that are offered. */
  readonly ways: readonly SignInWay[];
  /** The channels over which codes can be sent. */
  readonly channels: readonly ('sms' | 'voice' | 'email')[];
  /** Whether the sessions of an older site are converted. */
  readonly converts: boolean;
  /** Whether clicks are reported, with consent. */
  readonly clickMap: boolean;
  /** Other origins that `?return=` may name. */
  readonly returnOrigins: readonly string[];
  /** URL of the support contact: `https:`, `mailto:` or `tel:`. */
  readonly support?: string | undefined;
  /** The records that mainland law wants at the foot of each page: their text, and the URL where anybody can look them up. */
  readonly records?: readonly (readonly [text: string, url: string])[] | undefined;
  /** The school's own phrases in the page's language, a tree over the page's `Words`. Absent: none. */
  readonly words?: object | undefined;
  /** The commands that make the console's sample data and remove it, as this server is installed. Absent in production. */
  readonly sample?: { readonly make: string; readonly remove: string } | undefined;
}
