/** Reads the secrets of services: of other servers of the school, and of builds that upload source maps. */
import type { ServiceSecret } from '../http/services.ts';
import { sha256 } from '../platform/digest.ts';
import { InvalidSetting, type Reader } from '../platform/config-reader.ts';
import { validSecret } from './config-values.ts';

const serviceSecret =
  (what: string) =>
  (value: string): { readonly pid: string; readonly secret: string } => {
    const [, named = '', secret = ''] = /^([\w.-]{1,64}):([\w.~+/-]+=*)$/.exec(value) ?? [];
    if (named === '')
      throw new InvalidSetting(
        `${what}:secret, with commas between; a secret has letters, digits, ".", "_", "~", "+", "/", "-" and "="`,
        '(not shown)',
      );
    return { pid: named, secret: validSecret(secret) };
  };

/**
 * A service of a pid (or product) that is not served would get nothing, and two services with one secret could not be told apart.
 * @param served the pids or products that are served, undefined for any, and what they are for the message
 */
export const serviceSecrets = (
  reader: Reader,
  name: string,
  served: { readonly what: string; readonly named: readonly string[] | undefined; readonly by: string },
): readonly ServiceSecret[] => {
  const given = reader.list(name, serviceSecret(served.what)) ?? [];
  const unknown = given.filter(one => served.named?.includes(one.pid) === false);
  if (unknown.length > 0) reader.wrong(name, unknown.map(one => one.pid).join(','), served.by);
  if (new Set(given.map(one => one.secret)).size < given.length)
    reader.wrong(name, '(not shown)', 'each secret once');
  return given.map(one => ({ pid: one.pid, digest: sha256(one.secret) }));
};
