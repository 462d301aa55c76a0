/** Reads one row of a file by what its columns are: the person in the form that is stored, and every fault. */
import {
  type CustomField,
  type FieldValue,
  fields,
  readFieldText,
  validateFieldValues,
} from '@rollcall/contract';
import type { ImportField } from '@rollcall/contract/console';
import * as v from 'valibot';
import { yearAt } from '../../../identity/minors/age.ts';
import { readDigest, readStoredHash } from '../../../identity/password-schemes.ts';
import type { ImportColumn, ImportedPerson, ImportFault } from '../../../platform/database/tables/imports.ts';
import { readIdentifier } from '../../../platform/identifier.ts';
import { SCHOOL_OFFSET } from '../../../platform/school-zone.ts';
import { cutText } from './cut-text.ts';
import { readGrade } from './grade-names.ts';

const DAY = 24 * 3600 * 1000;

export interface ReadRow {
  readonly person: ImportedPerson;
  readonly phone: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly group: string | null;
  readonly faults: readonly ImportFault[];
}

/** What a cell says, or why it does not; undefined: nothing. */
type Value<T> = { readonly value: T } | { readonly why: string };

const parsed = <T>(schema: v.GenericSchema<unknown, T>, text: string, why: string): Value<T> => {
  const result = v.safeParse(schema, text);
  return result.success ? { value: result.output } : { why };
};

/** White space between Chinese characters stands there to align names. */
const nameOf = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/(?<=\p{sc=Han})\s+(?=\p{sc=Han})/gu, '')
    .replaceAll(/\s+/g, ' ');

const phoneOf = (text: string): Value<string> => {
  const digits = text
    .normalize('NFKC')
    .replaceAll(/[\s\-()]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
  return parsed(fields.phoneNumber, digits, 'phone_number');
};

const yearOf = (text: string, at: number): Value<number> => {
  const year = Number(
    /^(\d{4})(?:年?$|[年./-]?\d{1,2}(?:月?$|[月./-]?\d{1,2}日?))/.exec(text.normalize('NFKC'))?.[1],
  );
  if (Number.isNaN(year)) return { why: 'birth_year' };
  return year >= 1900 && year <= yearAt(at) ? { value: year } : { why: 'birth_year-outside' };
};

const TIME =
  /^(\d{4})[年./-](\d{1,2})[月./-](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Without a zone it is the time of mainland China. */
const momentOf = (text: string, at: number): Value<number> => {
  const found = TIME.exec(text.normalize('NFKC'));
  if (!found) return { why: 'made_at' };
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(one => Number(one ?? 0));
  const utc = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
  const date = new Date(utc);
  if (
    date.getUTCMonth() + 1 !== month ||
    date.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return { why: 'made_at' };
  const zone = /^([+-])(\d{2}):?(\d{2})$/.exec(found[7] ?? '');
  const ahead = zone
    ? (Number(zone[2]) * 60 + Number(zone[3])) * 60_000 * (zone[1] === '-' ? -1 : 1)
    : found[7] === 'Z'
      ? 0
      : SCHOOL_OFFSET;
  const moment = utc - ahead;
  return moment <= at && moment >= Date.UTC(1990, 0, 1) ? { value: moment } : { why: 'made_at-outside' };
};

const hashOf = (text: string): Value<Pick<ImportedPerson, 'hash' | 'digest'>> => {
  const stored = readStoredHash(text);
  if (stored === 'too-costly') return { why: 'password_hash-too-costly' };
  // One that is wrapped already is none of another system.
  if (stored && stored.scheme !== 'wrapped') return { value: { hash: stored.text } };
  return readDigest(text) ? { value: { digest: text } } : { why: 'password_hash' };
};

/**
 * @param at milliseconds since 1970
 * @param custom the school's own fields
 */
export const readRow = (
  columns: readonly ImportColumn[],
  cells: readonly string[],
  at: number,
  custom: readonly CustomField[] = [],
): ReadRow => {
  const faults: ImportFault[] = [];
  const person: { -readonly [K in keyof ImportedPerson]: ImportedPerson[K] } = {};
  const read = <T>(
    field: ImportField | `custom:${string}`,
    reader: (text: string) => Value<T>,
  ): T | undefined => {
    const column = columns.findIndex(one => one.field === field);
    const text = cells[column]?.trim() ?? '';
    if (text === '') return undefined;
    const result = reader(text);
    if ('value' in result) return result.value;
    faults.push({ column, why: result.why });
    return undefined;
  };
  const text = (field: 'email' | 'username') => (typed: string) => {
    const value = typed.normalize('NFKC').trim();
    const checked = parsed(field === 'email' ? fields.email : fields.username, value, field);
    return 'why' in checked ? checked : { value: readIdentifier(field, checked.value).value };
  };

  const fullname = read('fullname', typed => parsed(fields.fullname, nameOf(typed), 'fullname'));
  if (fullname !== undefined) person.fullname = fullname;
  const phone = read('phone_number', phoneOf);
  const email = read('email', text('email'));
  const username = read('username', text('username'));
  const grade = read('grade', typed => {
    const id = readGrade(typed);
    return id === undefined ? { why: 'grade' } : { value: id };
  });
  if (grade !== undefined) person.grade = grade;
  const group = read('group', typed => ({
    value: cutText(typed.normalize('NFC').replaceAll(/[\s\p{C}]+/gu, ' '), 64),
  }));
  const year = read('birth_year', typed => yearOf(typed, at));
  if (year !== undefined) person.birth_year = year;
  const guardian = read('guardian', phoneOf);
  if (guardian !== undefined) {
    person.guardian = guardian;
    if (guardian === phone)
      faults.push({ column: columns.findIndex(one => one.field === 'guardian'), why: 'guardian-own' });
  }
  const made = read('made_at', typed => momentOf(typed, at));
  if (made !== undefined) person.made_at = made;
  Object.assign(person, read('password_hash', hashOf));
  const own: Record<string, FieldValue> = {};
  for (const field of custom) {
    const value = read<FieldValue | undefined>(`custom:${field.key}`, typed => {
      const { values, mistakes } = validateFieldValues([field], {
        [field.key]: readFieldText(field.rule, typed),
      });
      const [mistake] = mistakes;
      return mistake ? { why: `custom-${mistake.why}` } : { value: values[field.key] ?? undefined };
    });
    if (value !== undefined) own[field.key] = value;
  }
  if (Object.keys(own).length > 0) person.custom = own;
  // Of somebody whose number is faulty nobody knows who it is.
  if (
    phone === undefined &&
    email === undefined &&
    username === undefined &&
    fullname === undefined &&
    faults.length === 0
  )
    faults.push({ column: null, why: 'nobody' });
  return {
    person,
    phone: phone ?? null,
    email: email ?? null,
    username: username ?? null,
    group: group ?? null,
    faults,
  };
};

/** Milliseconds in which an import can be undone. */
export const UNDO_LIFE = 30 * DAY;
