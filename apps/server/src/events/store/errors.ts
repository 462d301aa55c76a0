/** The errors of the event store. */
import { ContentError } from '../record/content-error.ts';

/** The file can't be read, or is not a file of this store: for the operator, who reads the message. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

/** The store's process is not there now; the request may be repeated. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/**
 * The store's process ended while it worked at the request: by a crash of the database, or because the system or an operator ended
 * it. An error that the database reports, such as a full disk, is not one.
 */
export class StoreCrashed extends StoreUnavailable {
  override readonly name: string = 'StoreCrashed';
}

/** A query took longer than its timeout, or its caller cancelled it. */
export class QueryCancelled extends Error {
  override readonly name = 'QueryCancelled';
  constructor(readonly why: 'time' | 'caller') {
    super(why === 'time' ? 'the query took too long' : 'the query was cancelled');
  }
}

/** The period of a query is too long for the limit of time. */
export class QueryTooLong extends QueryCancelled {
  /** @param fits the first day of a shorter period that would fit */
  constructor(readonly fits: string) {
    super('time');
  }
}

/** More queries wait than may. */
export class QueryQueueFull extends Error {
  override readonly name = 'QueryQueueFull';
  constructor() {
    super('too many queries are waiting');
  }
}

/** A batch that does not begin where the last one ended. */
export class BatchGap extends Error {
  override readonly name = 'BatchGap';
}

/** The loader's lease of a partition ended, and another loader may own it: nothing more is loaded by this one. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The staged part of a batch is gone: the file was rewritten meanwhile. Nothing is loaded, and all of it has to be
 * staged again.
 */
export class StageLost extends Error {
  override readonly name = 'StageLost';
}

const byName = { StoreDamaged, StoreUnavailable, BatchGap, StageLost, ContentError } as const;

/** What the database says of values that it can't hold; other errors are of the disk, of memory or of its own. */
const CONTENT = /^(Conversion|Out of Range|Invalid Input|Invalid Type|Mismatch Type|Constraint) Error/;
/** How the database's own messages begin; those of its binding, which refuses a value by its type, do not. */
const OF_DATABASE = /^[A-Z][A-Za-z ]* Error: /;

/** The error of appending a row, as `ContentError` where one of its values was the reason. */
export const asValueError = (error: unknown): unknown =>
  error instanceof Error && !OF_DATABASE.test(error.message)
    ? new ContentError(error.message, { cause: error })
    : asContentError(error);

/** The error as `ContentError` where the rows were the reason. */
export const asContentError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const own = error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
  return own || CONTENT.test(error.message) ? new ContentError(error.message, { cause: error }) : error;
};

/** An error of the store's process as it travels. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** How an error travels between processes. */
export const sendable = (error: unknown): SentError =>
  error instanceof QueryCancelled
    ? { name: error.name, message: error.why }
    : error instanceof Error
      ? { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) }
      : { name: 'Error', message: String(error) };

/** The error that was sent, of its own class where it is one of this file's. */
export const received = ({ name, message, stack }: SentError): Error => {
  if (name === 'QueryCancelled') return new QueryCancelled(message === 'time' ? 'time' : 'caller');
  const known = Object.hasOwn(byName, name) ? byName[name as keyof typeof byName] : undefined;
  const error = known ? new known(message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
};
