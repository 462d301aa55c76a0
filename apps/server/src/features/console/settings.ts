/** The configuration of the console. */
import type { Reader } from '../../platform/config-reader.ts';

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
  idleMinutes: reader.integer('ROLLCALL_CONSOLE_IDLE_MINUTES', 1, 1440, 60),
  sessionHours: reader.integer('ROLLCALL_CONSOLE_SESSION_HOURS', 1, 168, 12),
  auditDays: reader.integer('ROLLCALL_AUDIT_DAYS', 180, 3650, 365),
  recovery: reader.oneOf('ROLLCALL_CONSOLE_RECOVERY', ['on', 'off'], 'off') === 'on',
  secondFactor: reader.oneOf(
    'ROLLCALL_CONSOLE_SECOND_FACTOR',
    ['required', 'optional'] as const,
    production ? 'required' : 'optional',
  ),
});
