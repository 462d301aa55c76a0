/** The part of pino that the supervisor speaks. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Given to postgres, read back by {@link logReader}: process, SQLSTATE, then severity and text. */
export const LOG_LINE_PREFIX = '%p %e ';

/** Business of every day: start-up refusals, shutdowns, clients that went away. */
const EXPECTED_STATES = new Set(['57P03', '57P01', '08006', '08003']);
/** LOG lines are PostgreSQL's running commentary; these among them tell of trouble. */
const TELLING =
  /terminated by signal|crash|interrupted|not properly shut down|could not|corrupt|was terminated|invalid/;

/**
 * Reads postgres's standard error line by line and hands on what an operator has to know: FATAL and PANIC as errors,
 * WARNING and telling LOG lines as warnings, with the HINT that follows. ERROR is the answer to a statement, which
 * whoever sent it handles; its text and DETAIL may hold people's data and are not logged. Lines of another form (a
 * loader's message) are warnings.
 */
export function logReader(log: Log): (line: string) => void {
  let logged = false;
  return line => {
    const parts = /^(\d+) (\w{5}) ([A-Z]+\d?): {2}(.*)$/.exec(line);
    if (!parts) {
      // A further line of a message of several lines, or no message of PostgreSQL's.
      if (line.trim() && !line.startsWith('\t')) log.warn({ postgres: line }, 'database');
      return;
    }
    const [, pid, sqlstate = '', severity = '', text = ''] = parts;
    if (severity === 'HINT') {
      if (logged) log.warn({ hint: text }, 'database');
      return;
    }
    if (severity === 'DETAIL' || severity === 'CONTEXT' || severity === 'STATEMENT') return;
    logged = true;
    const fields = { postgres: text, severity, sqlstate, pid: Number(pid) };
    if (severity === 'PANIC' || (severity === 'FATAL' && !EXPECTED_STATES.has(sqlstate)))
      log.error(fields, 'database');
    else if (severity === 'WARNING' || (severity === 'LOG' && TELLING.test(text)))
      log.warn(fields, 'database');
    else logged = false;
  };
}
