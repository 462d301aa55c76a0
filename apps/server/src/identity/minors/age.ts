/** When a person is under 14, and what somebody is asked about their age (docs/minors.md). */
import { refuse } from '../../platform/refusal.ts';
import { SCHOOL_OFFSET } from '../../platform/school-zone.ts';

/**
 * `off`: nobody is asked. `pages`: the hosted pages ask for the year of birth; calls work without it. `strict`: an account
 * whose year is not known can do nothing else.
 */
export const minorsModes = ['off', 'pages', 'strict'] as const;
export type MinorsMode = (typeof minorsModes)[number];

export interface MinorsSettings {
  readonly mode: MinorsMode;
  /** The age from which a person needs no guardian, in years. */
  readonly age: number;
}

/** Milliseconds that an account waits for a guardian before it is deleted. */
export const GUARDIAN_WAIT = 15 * 24 * 3600 * 1000;

/** The calendar year in mainland China. */
export const yearAt = (at: number): number => new Date(at + SCHOOL_OFFSET).getUTCFullYear();

/**
 * When a person who was born in a year is `age` years old for certain, in milliseconds since 1970: the year's last child has
 * its birthday on 31 December.
 */
export const childUntilYear = (year: number, age: number): number =>
  Date.UTC(year + age + 1, 0, 1) - SCHOOL_OFFSET;

/** When a person turns `age`, in milliseconds since 1970. @param birthday the day's start in UTC, in seconds since 1970 */
export const childUntilDay = (birthday: number, age: number): number => {
  const day = new Date(birthday * 1000);
  // Who is born on 29 February turns a year older on 1 March.
  return Date.UTC(day.getUTCFullYear() + age, day.getUTCMonth(), day.getUTCDate()) - SCHOOL_OFFSET;
};

/** What is stored of an account's age. */
export interface AgeColumns {
  readonly birth_year: number | null;
  readonly child_until: Date | null;
  readonly guarded_at: Date | null;
}

export const ageColumns = ['accounts.birth_year', 'accounts.child_until', 'accounts.guarded_at'] as const;

export const isChild = ({ child_until }: Pick<AgeColumns, 'child_until'>, at: number): boolean =>
  child_until !== null && child_until.getTime() > at;

/** What a person is asked before anything else; undefined: nothing. */
export const requirementOf = (
  { mode }: MinorsSettings,
  account: AgeColumns,
  at: number,
): 'age' | 'guardian' | undefined => {
  if (mode === 'off') return undefined;
  if (isChild(account, at)) return account.guarded_at === null ? 'guardian' : undefined;
  return account.birth_year === null ? 'age' : undefined;
};

/** Whether calls refuse the person until that is done. */
export const isRestricted = (
  { mode }: MinorsSettings,
  requirement: 'age' | 'guardian' | undefined,
): boolean => requirement === 'guardian' || (requirement === 'age' && mode === 'strict');

/** @throws the refusals GuardianRequired and AgeRequired where calls refuse the person */
export const checkAge = (settings: MinorsSettings, account: AgeColumns, at: number): void => {
  const requirement = requirementOf(settings, account, at);
  if (isRestricted(settings, requirement))
    throw refuse(requirement === 'guardian' ? 'GuardianRequired' : 'AgeRequired');
};
