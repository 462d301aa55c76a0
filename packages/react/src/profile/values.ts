/** Between the profile as the server knows it and the texts that a form holds. */
import { type BodyOf, fields, type Profile, type updateProfile } from '@rollcall/contract';
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

/** What the form's controls show for a profile. */
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

/** The fields that differ, in the call's form; an emptied one is null. The texts must have passed `mistakesOf`. */
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

interface Rule {
  readonly '~standard': { validate(value: unknown): unknown };
}
const keeps = (rule: Rule, value: unknown): boolean => {
  const result = rule['~standard'].validate(value);
  return !(typeof result === 'object' && result !== null && 'issues' in result && result.issues);
};

/** Every mistake in the texts, by the contract's rules. `today` is the local day as `YYYY-MM-DD`. */
export function mistakesOf(texts: ProfileTexts, today: string): Partial<Record<ProfileField, ProblemName>> {
  const found: Partial<Record<ProfileField, ProblemName>> = {};
  if (!keeps(fields.nickname, texts.nickname)) found.nickname = 'InvalidNickname';
  if (texts.fullname && !keeps(fields.fullname, texts.fullname)) found.fullname = 'InvalidFullname';
  if (texts.birthday && !keeps(fields.birthday, secondsOfDay(texts.birthday)))
    found.birthday = 'InvalidBirthday';
  else if (texts.birthday > today) found.birthday = 'FutureDate';
  if (texts.qq && !keeps(fields.qq, texts.qq)) found.qq = 'InvalidQq';
  if (texts.description && !keeps(fields.description, texts.description))
    found.description = 'InvalidDescription';
  return found;
}
