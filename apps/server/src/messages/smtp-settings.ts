/** The settings of the mail server. */
import { X509Certificate } from 'node:crypto';
import { type Reader, InvalidSetting } from '../platform/config-reader.ts';
import { isLoopback } from './hosts.ts';
import { mailTable } from './settings-table.ts';

export interface SmtpSettings {
  /** From the URL of the mail server. */
  readonly host: string;
  /** From the URL of the mail server. @default 465 with smtps, else 587 */
  readonly port: number;
  /**
   * `implicit`: from the first byte (smtps). `starttls`: required before anything else is sent. `none`: in
   * clear.
   * @default starttls, or implicit with smtps
   */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
  /** PEM certificates that are trusted instead of the system's. @default the system's */
  readonly ca: string | undefined;
}

/**
 * Reads ROLLCALL_SMTP_URL, _FROM, _TLS and _CA, and reports what is missing or wrong to the reader.
 *
 * @param production allows mail in clear to a server of this machine only
 * @param read reads a file as text; throws where it can't
 */
export const smtpSettings = (
  reader: Reader,
  production: boolean,
  read: (path: string) => string,
): SmtpSettings => {
  for (const [name, what] of [
    ['ROLLCALL_SMTP_URL', 'the mail server, like smtps://user:password@mail.school.example'],
    ['ROLLCALL_SMTP_FROM', 'the sender of mail, like "School <no-reply@school.example>"'],
  ] as const) {
    if (!reader.isSet(name)) reader.wrong(name, undefined, `${what}, since ROLLCALL_SENDERS lists smtp`);
  }
  const url = reader.checked('ROLLCALL_SMTP_URL', smtpUrl) ?? new URL('smtp://localhost');
  const clear = reader.oneOf(mailTable.ROLLCALL_SMTP_TLS) === 'none';
  const implicit = url.protocol === 'smtps:';
  if (clear && implicit) reader.wrong('ROLLCALL_SMTP_TLS', 'none', 'required, or unset, with an smtps: URL');
  else if (clear && production && !isLoopback(url.hostname)) {
    reader.wrong('ROLLCALL_SMTP_TLS', 'none', 'required in prod, but with a mail server of the same machine');
  }
  return {
    // A URL writes IPv6 in brackets, sockets don't.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (implicit ? 465 : 587) : Number(url.port),
    tls: implicit ? 'implicit' : clear ? 'none' : 'starttls',
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    from: reader.checked('ROLLCALL_SMTP_FROM', from) ?? { name: '', address: '' },
    ca: reader.checked('ROLLCALL_SMTP_CA', certificates(read)),
  };
};

/** It may hold a password, so it is never shown. */
const smtpUrl = (value: string): URL => {
  const wrong = new InvalidSetting(
    'a URL like smtps://user:password@mail.school.example:465 or smtp://host:587',
    '(not shown)',
  );
  if (!URL.canParse(value)) throw wrong;
  const url = new URL(value);
  if (!/^smtps?:$/.test(url.protocol) || url.hostname === '') throw wrong;
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) throw wrong;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw wrong;
  }
  return url;
};

const from = (value: string): SmtpSettings['from'] => {
  const [, name = '', bracketed, bare] =
    /^(?:"?([^"<>\p{C}]{0,100}?)"?\s*<([^\s<>@,;:"\p{C}]+@[^\s<>@,;:"\p{C}]+)>|([^\s<>@,;:"\p{C}]+@[^\s<>@,;:"\p{C}]+))$/u.exec(
      value,
    ) ?? [];
  const address = bracketed ?? bare;
  if (address === undefined)
    throw new InvalidSetting('an address, or a name with one: School <no-reply@school.example>', value);
  return { name: name.trim(), address };
};

const certificates =
  (read: (path: string) => string) =>
  (path: string): string => {
    try {
      const blocks = read(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
      const text = blocks.map(block => new X509Certificate(block).toString()).join('');
      if (text !== '') return text;
    } catch {
      // Reported below: an unreadable and a malformed value have the same remedy.
    }
    throw new InvalidSetting('the path of a readable file of PEM certificates', path);
  };
