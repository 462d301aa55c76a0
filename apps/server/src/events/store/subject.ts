/** Whose events: as a condition of statements. */
import type { Subject } from '../record/subject.ts';

/** SQL text of a string. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The condition that holds for the events of a subject. */
export const whose = (subject: Subject): string =>
  'user' in subject ? `user_id = ${quoted(subject.user)}` : `device = ${quoted(subject.device)}`;
