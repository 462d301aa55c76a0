/** The check of a vendor's base URL in the configuration. */
import { InvalidSetting } from './config-reader.ts';

/**
 * Makes the check for `Reader.checked`. It returns the URL without a slash at its end, and throws InvalidSetting for a URL with query,
 * fragment or user, and in production for a simulator's.
 * @param example a URL for the message
 * @param may `http`: the vendor itself is reached by http; `query`: of a script, which may have one
 */
export const vendorUrl =
  (production: boolean, example: string, may: { readonly http?: boolean; readonly query?: boolean } = {}) =>
  (value: string): string => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    // A password in the URL must not reach the log.
    if (url?.username || url?.password) throw new InvalidSetting('a URL without a user', '(not shown)');
    if (!url || !/^https?:$/.test(url.protocol) || (url.search && !may.query) || url.hash) {
      // A query may hold a token.
      throw new InvalidSetting(
        `a URL like ${example}${may.query ? '' : ', without a query'}`,
        url?.search ? '(not shown)' : value,
      );
    }
    const local = /^(?:localhost|127\.[\d.]+|\[::1\]|.*\.localhost)$/.test(url.hostname);
    if (production && (local || (url.protocol !== 'https:' && !may.http))) {
      throw new InvalidSetting('the real service by https in prod, no simulator', value);
    }
    return value.replace(/\/+$/, '');
  };
