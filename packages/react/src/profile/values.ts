/** Converts between the profile of the server and the texts of the form. */
import { type BodyOf, fields, type Profile, type updateProfile } from '@rollcall/contract';
import type { FieldRule } from '../forms/rules.ts';
import type { ProblemName } from '../problem/problem.ts';

export type ProfileField = 'nickname' | 'fullname' | 'birthday' | 'sex' | 'qq' | 'description' | 'grade';
export type ProfileTexts = Readonly<Record<ProfileField, string>>;
export type ProfileChange = BodyOf<typeof updateProfile>;

/** Seconds since 1970 (UTC) of a day's start, from `YYYY-MM-DD`; NaN for anything else. */
export function secondsOfDay(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return Number.NaN;
  const seconds = Date.UTC(Number(year), Number(month) - 1, Number(date)) / 1000;
  return dayOfSeconds(seconds) === day ? seconds : Number.NaN;
}

/** `YYYY-MM-DD` of the day (UTC) that a number of seconds since 1970 falls in. */
export const dayOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The texts that the form shows for a profile. */
export function textsOf(profile: Profile): ProfileTexts {
  return {
    nickname: profile.nickname,
    fullname: profile.fullname ?? '',
    birthday: profile.birthday === null ? '' : dayOfSeconds(profile.birthday),
    sex: profile.sex === null ? '' : String(profile.sex),
    qq: profile.qq ?? '',
    description: profile.description ?? '',
    grade: profile.grade === null ? '' : String(profile.grade),
  };
}

/** The fields that differ, in the call's form; an emptied one is null. The texts must have passed their rules. */
export function changeOf(before: ProfileTexts, now: ProfileTexts): ProfileChange {
  const differs = (field: ProfileField) => now[field] !== before[field];
  const number = (text: string) => (text === '' ? null : Number(text));
  return {
    ...(differs('nickname') ? { nickname: now.nickname } : {}),
    ...(differs('fullname') ? { fullname: now.fullname || null } : {}),
    ...(differs('birthday') ? { birthday: now.birthday === '' ? null : secondsOfDay(now.birthday) } : {}),
    ...(differs('sex') ? { sex: number(now.sex) as 0 | 1 | null } : {}),
    ...(differs('qq') ? { qq: now.qq || null } : {}),
    ...(differs('description') ? { description: now.description || null } : {}),
    ...(differs('grade') ? { grade: number(now.grade) } : {}),
  };
}

/** `YYYY-MM-DD` of a moment in the device's time zone. */
const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');

interface Schema {
  readonly '~standard': { validate(value: unknown): unknown };
}
const accepts = (schema: Schema, value: unknown): boolean => {
  const result = schema['~standard'].validate(value);
  return !(typeof result === 'object' && result !== null && 'issues' in result && result.issues);
};
/** A text that may be empty, else is judged by the contract's schema. */
const optional = (schema: Schema, problem: ProblemName) => (text: string) =>
  text === '' || accepts(schema, text) ? undefined : problem;

/**
 * The rules of the form, in its order.
 *
 * @param texts what the controls hold at first
 * @param today gives the local day as `YYYY-MM-DD`
 */
export const profileRules = (
  texts: ProfileTexts,
  today = () => localDay(new Date()),
): Readonly<Record<ProfileField, FieldRule>> => ({
  nickname: {
    initial: texts.nickname,
    normalise: typed => typed.trim(),
    check: text => (accepts(fields.nickname, text) ? undefined : 'InvalidNickname'),
  },
  fullname: {
    initial: texts.fullname,
    normalise: typed => typed.trim().replace(/\s+/g, ' '),
    check: optional(fields.fullname, 'InvalidFullname'),
  },
  sex: { initial: texts.sex },
  birthday: {
    initial: texts.birthday,
    check: day => {
      if (day === '') return undefined;
      if (!accepts(fields.birthday, secondsOfDay(day))) return 'InvalidBirthday';
      return day > today() ? 'FutureDate' : undefined;
    },
  },
  grade: { initial: texts.grade },
  qq: {
    initial: texts.qq,
    normalise: typed => typed.normalize('NFKC').trim(),
    check: optional(fields.qq, 'InvalidQq'),
  },
  description: {
    initial: texts.description,
    normalise: typed => typed.replace(/\r\n?/g, '\n').trim(),
    check: optional(fields.description, 'InvalidDescription'),
  },
});
