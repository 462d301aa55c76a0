/** JSON posts to a service of the school, which knows them by a signature. */
import { createHmac } from 'node:crypto';
import { InvalidSetting, type Reader } from './config-reader.ts';

export interface SignedReceiver {
  readonly url: string;
  readonly secret: string;
}

/**
 * Reads the variable NAME: the origins that addresses which operators type may have, so that none can make the server call another one.
 * @default none: an internal service may be at any address
 */
export const receiverOrigins = (reader: Reader, name: string, production: boolean): readonly string[] =>
  reader.list(name, value => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url?.origin === value && (production ? /^https:$/ : /^https?:$/).test(url.protocol)) return value;
    throw new InvalidSetting(
      'origins like https://hooks.school.example, without a path, by https in prod',
      value,
    );
  }) ?? [];

/** @param origins of `receiverOrigins` @returns the address as URLs are written; undefined where it may not be called */
export const receiverAddress = (address: string, origins: readonly string[]): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && !url.username && !url.password && !url.hash && origins.includes(url.origin)
    ? url.href
    : undefined;
};

const SECRET_LENGTH = 16;

/**
 * Reads the variables NAME_URL and NAME_SECRET; the secret is required with the URL.
 * @param path of the URL in the message of a wrong one
 */
export const signedReceiver = (
  reader: Reader,
  name: string,
  { production, path }: { readonly production: boolean; readonly path: string },
): SignedReceiver | undefined => {
  const url = reader.checked(`${name}_URL`, value => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash || parsed.username) {
      throw new InvalidSetting(`a URL like https://hooks.school.example/${path}`, '(not shown)');
    }
    // The signature does not encrypt the body.
    if (production && parsed.protocol !== 'https:')
      throw new InvalidSetting('an https URL in prod', '(not shown)');
    return value;
  });
  const secret = reader.checked(`${name}_SECRET`, value => {
    if (value.length >= SECRET_LENGTH) return value;
    throw new InvalidSetting(`at least ${SECRET_LENGTH} characters`, `${value.length} characters`);
  });
  if (url !== undefined && !reader.isSet(`${name}_SECRET`)) {
    reader.wrong(`${name}_SECRET`, undefined, `at least ${SECRET_LENGTH} characters, as ${name}_URL is set`);
  }
  return url === undefined || secret === undefined ? undefined : { url, secret };
};

/**
 * The `X-Rollcall-Signature` of a body: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY` with the shared secret.
 * Receivers verify the HMAC and refuse old times.
 * @param at milliseconds since 1970
 */
export const signature = (secret: string, at: number, body: string): string => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};
