/** Classifies database errors. */

/** Temporary SQLSTATEs: out of resources (a full disk, too many connections), a standby, statement or lock timeout. */
const busyStates = /^(?:53...|57014|25006|55P03)$/;
/** SQLSTATEs of a connection that ends: shutting down, starting. */
const lostStates = /^(?:57P0[1-5]|08...|25P03)$/;
const busySystem =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** Messages of pg errors that have no code: of a connection, and of the pool. */
const lostWords =
  /timeout expired|Connection terminated|Client has encountered a connection error|Query read timeout/;
const poolWords = /timeout exceeded when trying to connect/;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the error is temporary, so that the same call may succeed later. */
export const isBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return busyStates.test(codeOf(error)) || poolWords.test(error.message) || isLost(error);
};

/** Whether the connection was lost or never made, or leads nowhere. */
export const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (lostStates.test(code) || lostWords.test(error.message)) return true;
  return (
    busySystem.test(code) &&
    'syscall' in error &&
    /^(?:connect|read|write|getaddrinfo)$/.test(String(error.syscall))
  );
};

/** Whether the connection ended, or led to a standby, before an answer: a transaction that was not to be committed yet is undone. */
export const isUndone = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:57P0[1-3]|25006|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
    /Connection terminated|Client has encountered a connection error/.test(error.message));

/** Thrown instead of waiting for a connection where too many wait already. */
export class PoolFull extends Error {
  /** PostgreSQL's state for too many connections. */
  readonly code = '53300';
  constructor() {
    super('too many callers wait for a connection to the database');
  }
}

/** Whether the server takes no writes: a standby, or a primary that became one. */
export const isReadOnly = (error: Error): boolean => codeOf(error) === '25006';

/** Whether PostgreSQL ended a statement at its time limit. */
export const isTimedOut = (error: unknown): boolean => error instanceof Error && codeOf(error) === '57014';

/** Whether a statement had no answer in time, so that its connection leads nowhere. */
export const isCutOff = (error: Error): boolean => error.message === 'Query read timeout';

/** Whether a prepared statement answers other columns than when it was planned: a migration of the next release changed its table. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '0A000' && error.message.includes('cached plan');

/** Whether a statement came after one that failed in its transaction. */
export const isAborted = (error: unknown): boolean => error instanceof Error && codeOf(error) === '25P02';

/** Whether PostgreSQL rolled back the transaction because of a deadlock or a serialization failure. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && /^(?:40001|40P01)$/.test(codeOf(error));
