/** The error of a failed call. */
import { type RefusalName, refusals } from '@rollcall/contract';

/**
 * A refusal of the contract; or no connection, a time-out, a fault of the server, an unknown code.
 * `PasskeyFailed`: the browser gave no passkey, as a rule because the operator cancelled. `WrongRecoveryCode`: a
 * CaptchaMismatch of a typed recovery code. `WrongTogether`: WrongCredentials of password and second factor together.
 */
export type RefusedName =
  | RefusalName
  | 'Unreachable'
  | 'TimedOut'
  | 'Fault'
  | 'Unknown'
  | 'PasskeyFailed'
  | 'WrongRecoveryCode'
  | 'WrongTogether';

export class Refused extends Error {
  override readonly name: RefusedName;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Seconds to wait before the next try, if the server gave them. */
  readonly seconds: number | undefined;
  /** When it will be allowed, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;
  /** The refused field. */
  readonly field: string | undefined;
  /** The data of the refusal, as sent. */
  readonly data: unknown;

  constructor(name: RefusedName, detail: Detail = {}) {
    super(detail.message ?? name);
    this.name = name;
    this.status = detail.status ?? 0;
    this.seconds = detail.seconds;
    this.until = detail.until;
    this.requestId = detail.requestId;
    this.field = detail.field;
    this.data = detail.data;
  }
}

type Detail = {
  readonly [K in Exclude<keyof Refused, keyof Error> | 'message']?: Refused[K] | undefined;
};

const byCode = new Map<string, RefusalName>();
for (const [name, row] of Object.entries(refusals))
  byCode.set(`${row.code} ${row.status}`, name as RefusalName);

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The error of an answer. @param body parsed from JSON; undefined if it was not JSON */
export const refusedBy = (status: number, body: unknown, requestId: string | null): Refused => {
  const code = textOf(member(body, 'code'));
  const name = byCode.get(`${code} ${status}`) ?? (status >= 500 ? 'Fault' : 'Unknown');
  const data = member(body, 'data');
  const seconds = member(data, 'retry_after');
  const until = member(data, 'until');
  return new Refused(name, {
    status,
    data,
    message: textOf(member(body, 'msg')),
    seconds: typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : undefined,
    until: typeof until === 'number' ? until : undefined,
    requestId: textOf(member(body, 'request_id')) ?? requestId ?? undefined,
    field: textOf(member(data, 'field')),
  });
};

/** Anything thrown as a `Refused`. */
export const refusedOf = (thrown: unknown): Refused =>
  thrown instanceof Refused
    ? thrown
    : new Refused('Unknown', thrown instanceof Error ? { message: thrown.message } : {});

/** Whether another try may succeed. */
export const worthRetrying = ({ name }: Refused): boolean =>
  name === 'Unreachable' ||
  name === 'TimedOut' ||
  name === 'Fault' ||
  name === 'Unknown' ||
  name === 'TooBusy';
