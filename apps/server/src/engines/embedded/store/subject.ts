/** Whose events: as a condition of statements. */
import type { Subject } from '../../../events/record/subject.ts';
import { literal } from './literal.ts';
import { personOf } from '../../../events/store/rows.ts';

/** The condition that holds for the events of a subject. Hashes of users are read faster than names. */
export const whose = (subject: Subject): string =>
  'user' in subject
    ? `person = ${personOf({ user: subject.user })} and user_id = ${literal(subject.user)}`
    : `device = ${literal(subject.device)}`;
