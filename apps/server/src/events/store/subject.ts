/** Whose events: as a condition of statements. */
import type { Subject } from '../record/subject.ts';
import { literal } from './literal.ts';

/** The condition that holds for the events of a subject. */
export const whose = (subject: Subject): string =>
  'user' in subject ? `user_id = ${literal(subject.user)}` : `device = ${literal(subject.device)}`;
