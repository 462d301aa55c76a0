/** The part of pino's interface that the supervisor uses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Given to postgres, read back by {@link logReader}: process, SQLSTATE, then severity and text. */
export const LOG_LINE_PREFIX = '%p %e ';

/** Expected FATAL states: start-up, shutdown, disconnected clients. */
const EXPECTED_STATES = new Set(['57P03', '57P01', '08006', '08003']);
/** LOG lines that indicate a problem. */
const PROBLEM =
  /terminated by signal|crash|interrupted|not properly shut down|could not|corrupt|was terminated|invalid/;

/**
 * Reads postgres's standard error and logs FATAL and PANIC as errors, WARNING and problem LOG lines as warnings, with the HINT
 * that follows. ERROR lines are answers to statements and are handled by the caller; their text and DETAIL may contain personal
 * data and are not logged. Lines of another form (of the dynamic loader) are warnings.
 */
export function logReader(log: Log): (line: string) => void {
  let logged = false;
  return line => {
    const parts = /^(\d+) (\w{5}) ([A-Z]+\d?): {2}(.*)$/.exec(line);
    if (!parts) {
      // A continuation line, or not a message of PostgreSQL.
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
    else if (severity === 'WARNING' || (severity === 'LOG' && PROBLEM.test(text)))
      log.warn(fields, 'database');
    else logged = false;
  };
}
