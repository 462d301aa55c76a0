/** A cookie of this host alone that scripts cannot read. */
import { readCookie } from './language.ts';

export interface HostCookie {
  /** Its value in a Cookie header, as written; undefined where it is absent. */
  read(header: string | undefined): string | undefined;
  /** The Set-Cookie that gives it this value. */
  set(value: string): string;
}

/**
 * Over https its name has the `__Host-` prefix, so that a sibling host cannot set it.
 * @param plain its name over http
 * @param options.age its lifetime in seconds
 */
export const createHostCookie = (
  plain: string,
  { https, age }: { readonly https: boolean; readonly age: number },
): HostCookie => {
  const name = https ? `__Host-${plain}` : plain;
  const attributes = `Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return {
    read: header => readCookie(header, name),
    set: value => `${name}=${value}; ${attributes}`,
  };
};
