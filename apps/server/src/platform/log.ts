/** The structured log: one JSON object per line, with secrets removed and phone numbers and e-mail addresses masked. */
import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';
import { maskText } from './mask.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const REDACTED = '[hidden]';
/** Maximum depth of logged objects. */
const MAX_DEPTH = 6;

/** Property names whose values are never logged, in lower case, without `-` and `_`. */
const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'password',
  'oldpassword',
  'confirmpassword',
  'repassword',
  'passwordhash',
  'captcha',
  'captchaticket',
  'xcaptchaticket',
  'ticket',
  'oauthticket',
  'token',
  'tokens',
  'accesstoken',
  'refreshtoken',
  'secret',
  'privatejwk',
  'mac',
  'databaseurl',
  'connectionstring',
]);

const isSecret = (name: string): boolean => secretNames.has(name.replace(/[-_]/g, '').toLowerCase());

/** Copies a value with secrets replaced. Errors are left to pino's serializer. */
const redact = (value: unknown, depth = 0): unknown => {
  // Masked here, because masking a number in the line would make it invalid JSON.
  if (typeof value === 'number') {
    const masked = value >= 1e10 ? maskText(String(value)) : '';
    return masked.includes('*') || masked.includes('[') ? masked : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map(item => redact(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = isSecret(name) ? REDACTED : redact(inner, depth + 1);
  }
  return copy;
};

const redactRecord = (record: object): Record<string, unknown> => redact(record) as Record<string, unknown>;

/**
 * Creates the log; each line has `bindings`, which name the process. Values of secret names are replaced; every line is masked again by `maskText` when it is written.
 *
 * @param destination default: standard error; standard output is for messages to people
 */
export const createLog = (
  settings: { readonly logLevel: LogLevel; readonly bindings?: Readonly<Record<string, unknown>> },
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger => {
  const log = pino(
    {
      level: settings.logLevel,
      base: settings.bindings ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }), log: redactRecord },
      hooks: { streamWrite: maskText },
    },
    destination,
  );
  // pino does not pass child bindings to formatters, so they are redacted here. Children inherit this method.
  const child: Logger['child'] = log.child;
  return Object.assign(log, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      return Reflect.apply(child, this, [redactRecord(bindings), options]) as Logger;
    },
  });
};
