import { randomInt } from 'node:crypto';
import { fields } from '@rollcall/contract';
import type { Language } from '../http/language.ts';

/** Without `0`, `o`, `1`, `i` and `l`, which are easily mixed up. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * What two people would call the same nickname: without variation selectors, compatibility-folded (full-width forms,
 * ligatures) and lower-cased.
 * Folded twice, because lower-casing can bring up a form that folds again.
 */
export const nicknameKey = (nickname: string): string =>
  fields.withoutVariants(nickname).normalize('NFKC').toLowerCase().normalize('NFKC');

const STEMS: Readonly<Record<Language, string>> = { 'zh-CN': '学员', en: 'Student' };

/**
 * A nickname for a new account, like `学员7k2m9x` or `Student7k2m9x`, within the nickname rule of section 5.
 * @param letters how many random letters; more where fewer were taken.
 */
export const generateNickname = (language: Language, letters = 6): string =>
  `${STEMS[language]}${Array.from({ length: letters }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
