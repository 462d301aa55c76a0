/** Classifies database errors. */

/** Temporary SQLSTATEs: out of resources, shutting down, starting, statement timeout. */
const busyStates = /^(?:53...|57P0[1-5]|57014|08...|25P03|55P03)$/;
const busySystem = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EAI_AGAIN']);
/** Messages of pg errors that have no code. */
const busyWords =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout/;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the error is temporary, so that the same call may succeed later. */
export const isBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (busyStates.test(code) || busyWords.test(error.message)) return true;
  return busySystem.has(code) && 'syscall' in error && /^(?:connect|read|write)$/.test(String(error.syscall));
};

/** Whether PostgreSQL rolled back the transaction because of a deadlock or a serialization failure. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && /^(?:40001|40P01)$/.test(codeOf(error));
