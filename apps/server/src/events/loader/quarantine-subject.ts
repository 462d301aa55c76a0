/** Whether a record in quarantine names a subject. */
import { recordFields } from '@rollcall/contract';
import type { Subject } from '../record/subject.ts';
import type { Quarantined } from './quarantine.ts';

export const namesSubject = (entry: Quarantined, subject: Subject): boolean => {
  const [field, id] =
    'user' in subject ? (['user', subject.user] as const) : (['device', subject.device] as const);
  // Reports of monitoring name neither.
  if ('report' in entry) return false;
  return 'event' in entry ? entry.event[field] === id : textNames(entry.text, field, id);
};

/** A record of the event log that could not be parsed: facts of a batch name the subject, under the field's name on the wire. */
const textNames = (text: string, field: 'user' | 'device', id: string): boolean => {
  const keys = [field, ...recordFields.filter(({ record }) => record === field).map(({ wire }) => wire)];
  // The JSON of a batch begins after the record's kind and time.
  const parsed = parse(text.slice(Math.max(0, text.search(/[{[]/))));
  if (parsed !== undefined) return holds(parsed, keys, id);
  return keys.some(key => new RegExp(`"${key}"\\s*:\\s*${literal(JSON.stringify(id))}`).test(text));
};

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Whether one of the keys has the value, at any depth. Without recursion: the text is not trusted. */
const holds = (root: unknown, keys: readonly string[], id: string): boolean => {
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (inner === id && keys.includes(key)) return true;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return false;
};
