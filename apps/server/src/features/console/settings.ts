/** The configuration of the console. */
import type { Reader } from '../../platform/config-reader.ts';

export interface ConsoleSettings {
  /** Minutes without a call after which an operator's session ends. */
  readonly idleMinutes: number;
  /** Hours after which it ends in any case. */
  readonly sessionHours: number;
  /** A one-use link for a new admin is printed at start though there are operators: for when no admin can get in. */
  readonly recovery: boolean;
}

export const consoleSettings = (reader: Reader): ConsoleSettings => ({
  idleMinutes: reader.integer('ROLLCALL_CONSOLE_IDLE_MINUTES', 1, 1440, 60),
  sessionHours: reader.integer('ROLLCALL_CONSOLE_SESSION_HOURS', 1, 168, 12),
  recovery: reader.oneOf('ROLLCALL_CONSOLE_RECOVERY', ['on', 'off'], 'off') === 'on',
});
