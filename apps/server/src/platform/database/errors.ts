/** Classifies database errors. */

/** Temporary SQLSTATEs: out of resources (a full disk, too many connections), shutting down, starting, a standby, statement timeout. */
const busyStates = /^(?:53...|57P0[1-5]|57014|08...|25006|25P03|55P03)$/;
const busySystem =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** Messages of pg errors that have no code. */
const busyWords =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Query read timeout/;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the error is temporary, so that the same call may succeed later. */
export const isBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (busyStates.test(code) || busyWords.test(error.message)) return true;
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

/** Whether a statement had no answer in time, so that its connection leads nowhere. */
export const isCutOff = (error: Error): boolean => error.message === 'Query read timeout';

/** Whether PostgreSQL rolled back the transaction because of a deadlock or a serialization failure. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && /^(?:40001|40P01)$/.test(codeOf(error));
