/** The configuration of the console. */
import type { Reader } from '../../platform/config-reader.ts';
import { consoleTable as table } from './settings-table.ts';

export interface ConsoleSettings {
  /** Idle time in minutes after which an operator's session ends. @default 60 */
  readonly idleMinutes: number;
  /** Maximum age of a session in hours. @default 12 */
  readonly sessionHours: number;
  /**
   * Print a one-time link for a new admin at start although there are operators, for when no admin can sign in.
   * @default off
   */
  readonly recovery: boolean;
  /** Whether every operator must have a second factor. @default required in production, else optional */
  readonly secondFactor: 'required' | 'optional';
  /** Days for which entries of the audit log are kept. @default 365 */
  readonly auditDays: number;
}

export const consoleSettings = (reader: Reader, production: boolean): ConsoleSettings => ({
  idleMinutes: reader.integer(table.ROLLCALL_CONSOLE_IDLE_MINUTES),
  sessionHours: reader.integer(table.ROLLCALL_CONSOLE_SESSION_HOURS),
  auditDays: reader.integer(table.ROLLCALL_AUDIT_DAYS),
  recovery: reader.oneOf(table.ROLLCALL_CONSOLE_RECOVERY) === 'on',
  secondFactor: reader.oneOf(table.ROLLCALL_CONSOLE_SECOND_FACTOR, { production }),
});
