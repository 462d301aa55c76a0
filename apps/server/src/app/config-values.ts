/** The forms of single values of the environment: each reader answers the value, or throws what it should be. */
import { type SenderName, senderNames } from '../messages/settings.ts';
import { InvalidSetting } from '../platform/config-reader.ts';
import { urlsOf } from '../platform/database/servers.ts';
import { isNetwork } from '../platform/network-list.ts';
import { secretProblem } from '../platform/secret.ts';

export const validSecret = (value: string): string => {
  const failure = secretProblem(value);
  // The message must not contain the value: it is printed and logged.
  if (failure) throw new InvalidSetting(failure, `${value.length} characters`);
  return value;
};

const parsedUrl = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined);

export const databaseUrl = (value: string): string => {
  if (urlsOf(value)) return value;
  // The URL may contain a password.
  throw new InvalidSetting(
    'a URL like postgres://user:password@host:5432/name, with commas between several hosts',
    '(not shown)',
  );
};

export const replicaUrl = (value: string): string => {
  if (urlsOf(value)?.length === 1) return value;
  throw new InvalidSetting('a URL like postgres://user:password@host:5432/name, of one host', '(not shown)');
};

export const pid = (value: string): string => {
  if (/^[\w.-]{1,64}$/.test(value)) return value;
  throw new InvalidSetting('pids of 1 to 64 letters, digits, "_", "." and "-", with commas between', value);
};

export const origin = (value: string): string => {
  const url = parsedUrl(value);
  if (url?.hostname.includes('*'))
    throw new InvalidSetting('each origin by its whole name; a pattern with * is not supported', value);
  if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value;
  throw new InvalidSetting('origins like https://school.example, without a path, with commas between', value);
};

export const issuer = (value: string): string => {
  const url = parsedUrl(value);
  if (url && url.pathname !== '/')
    throw new InvalidSetting('a URL without a path: Rollcall needs a host of its own', value);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return value.replace(/\/+$/, '');
  }
  throw new InvalidSetting('the public URL, like https://accounts.school.example', value);
};

const METRICS_TOKEN_LENGTH = 16;
export const metricsToken = (value: string): string => {
  // The characters of a bearer token; a document's placeholder has others.
  if (value.length >= METRICS_TOKEN_LENGTH && /^[\w.~+/-]+=*$/.test(value)) return value;
  throw new InvalidSetting(
    `at least ${METRICS_TOKEN_LENGTH} letters, digits, ".", "_", "~", "+", "/", "-" and "="`,
    `${value.length} characters`,
  );
};

export const securityContact = (value: string): string => {
  const url = parsedUrl(value);
  if (url && /^(?:https|mailto):$/.test(url.protocol) && !/\s/.test(value)) return value;
  throw new InvalidSetting(
    'a URL like mailto:security@school.example or https://school.example/security',
    value,
  );
};

export const sender =
  (production: boolean) =>
  (value: string): SenderName => {
    const name = senderNames.find(known => known === value);
    if (name === undefined) throw new InvalidSetting(`names out of ${senderNames.join(', ')}`, value);
    if (production && name === 'development') {
      throw new InvalidSetting('no development sender in prod: it would show every code to everybody', value);
    }
    return name;
  };

export const network = (value: string): string => {
  if (isNetwork(value)) return value;
  throw new InvalidSetting('addresses and networks like 10.8.0.0/16, with commas between', value);
};

export const trustProxy = (value: string): number | readonly string[] | 'none' => {
  // No proxy in front: what comes with X-Forwarded-For is not one of ours.
  if (value === 'none' || /^0{1,2}$/.test(value)) return 'none';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const networks = value.split(',').map(part => part.trim());
  if (networks.every(one => one === 'loopback' || isNetwork(one))) return networks;
  throw new InvalidSetting(
    'a number of proxies, their addresses and networks (10.0.0.0/8, loopback) with commas between, or none',
    value,
  );
};
