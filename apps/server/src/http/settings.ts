/** Settings of the HTTP server. */
import { type Reader, InvalidSetting } from '../platform/config-reader.ts';
import type { ServiceSecret } from './services.ts';
import type { Site } from './site-foot.ts';

export interface HttpSettings {
  /**
   * Production: only listed origins may call, and answers that break the contract are only logged.
   * @default false
   */
  readonly production: boolean;
  /**
   * Origins that browsers may call from; `loopback`: any port of this machine.
   * @default none in production, else loopback
   */
  readonly origins: readonly string[] | 'loopback';
  /** The secrets with which a site's own servers call. @default none */
  readonly services: readonly ServiceSecret[];
  /**
   * Proxies whose X-Forwarded-For and X-Request-Id are trusted: a number of hops, addresses and networks, or
   * none on purpose.
   * @default no proxy
   */
  readonly trustProxy: number | readonly string[] | 'none';
  /**
   * Addresses and networks of computers that several people use: their sessions are short, unless the browser says that it
   * is one person's own.
   * @default none
   */
  readonly sharedNetworks: readonly string[];
  /** The public URL, without a slash at its end; the tokens' `iss`. @default the server's host and port */
  readonly issuer: string;
  /**
   * Bearer token of `/metrics`; undefined: in production `/metrics` answers NotFound, else it needs no token.
   * @default none
   */
  readonly metricsToken: string | undefined;
  /** The contact in `/.well-known/security.txt`, a mailto: or https: URL; undefined: NotFound. @default none */
  readonly securityContact: string | undefined;
  /** Absolute path of the folder with the built pages. @default beside the server */
  readonly web: string;
  /** Where browsers load the files of `/static/` from, with a slash at its end. @default /static/ */
  readonly staticUrl: string;
  /** Whose pages they are. */
  readonly pages: Site;
}

/** Reads ROLLCALL_STATIC_URL: where browsers load the files of `/static/` from, with a slash at its end. */
export const staticUrlSetting = (reader: Reader): string =>
  reader.checked('ROLLCALL_STATIC_URL', value => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.search ||
      url.hash ||
      url.username ||
      /["'<>&;,\s]/.test(value)
    ) {
      throw new InvalidSetting('a URL like https://cdn.school.example/static', value);
    }
    return `${value.replace(/\/+$/, '')}/`;
  }) ?? '/static/';
