/** Security messages: they inform a person about a change at the account, and contain no code. */
import { SCHOOL_ZONE } from '../platform/school-zone.ts';
import { fill } from '../platform/words.ts';
import type { NoticeKind } from './notice-kinds.ts';
import type { Language } from '../http/language.ts';
import { messageWords } from './words.ts';

/** What the text names beside its kind. */
export interface NoticeDetails {
  /** Browser and system, as `describeDevice` names them. */
  readonly device?: string;
  readonly ip?: string;
  /** The new number or address, masked; the new year of birth. */
  readonly value?: string;
  /** The factor that turned two-step verification on by being added, or off by being removed. */
  readonly factor?: 'totp' | 'passkey';
  /** Set where the school made the change. */
  readonly by?: 'school';
  /** Set where the recipient is the guardian of the account's person. */
  readonly child?: true;
}

/** A security message to one recipient. */
export interface Notice {
  /** As in `Message`. */
  readonly to: string;
  readonly channel: 'sms' | 'email';
  readonly kind: NoticeKind;
  readonly language: Language;
  readonly details: NoticeDetails;
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** URL of the page that ends all sessions. */
  readonly link: string;
  /** URL of the page that takes the change back. */
  readonly takeBack?: string | undefined;
}

/** Where guardians see to their pupils. @param link a page of the same host */
export const guardianPage = (link: string): string => new URL('/guardian', link).href;

type Told = Pick<Notice, 'kind' | 'language' | 'details'>;

/** What happened, as one clause without a full stop. @param to to whose account "your" belongs @default 'person' */
export const noticeClause = (
  { kind, language, details: { device, ip, value, factor, by } }: Told,
  words: typeof messageWords = messageWords,
  to: 'person' | 'guardian' = 'person',
): string => {
  const {
    what: usual,
    whatUnnamed: usualUnnamed,
    whatChild,
    whatChildUnnamed,
    factors,
    unknownDevice,
    bySchool,
  } = words[language].notices;
  const child = to === 'guardian';
  const what = child ? { ...usual, ...whatChild } : usual;
  const unnamed: Partial<Record<NoticeKind, string>> = child
    ? { ...usualUnnamed, ...whatChildUnnamed }
    : usualUnnamed;
  const place = [device, ip && `IP ${ip}`].filter(Boolean).join(language === 'en' ? ', ' : '，');
  const text = value || factor ? what[kind] : (unnamed[kind] ?? what[kind]);
  const clause = fill(text, {
    place: place || unknownDevice,
    value: value ?? '',
    factor: factor ? factors[factor] : '',
  });
  return by === undefined ? clause : fill(bySchool, { what: clause });
};

/** The page that a message leads to, where it has one of its own; undefined: the one that ends all sessions. */
export const ownPage = ({ kind, link, takeBack }: Pick<Notice, 'kind' | 'link' | 'takeBack'>) => {
  if (kind === 'guardian-agreements' || kind === 'guardian-consented') return guardianPage(link);
  if (kind === 'account-created' || kind === 'child-account-created') return new URL('/sign-in', link).href;
  // Sent to another recipient than the intended one it has no link.
  if (kind === 'reset-link') return takeBack ?? new URL('/reset', link).href;
  return kind === 'phone-change-planned' ? takeBack : undefined;
};

const BY_SCHOOL: ReadonlySet<NoticeKind> = new Set([
  'second-factor-removed',
  'birth-year-corrected',
  'waits-cleared',
  'deletion-cancelled',
  'name-corrected',
  'phone-change-planned',
]);

/** Whether the school made the change, which an impostor may have asked for. */
export const isBySchool = ({ kind, details }: Pick<Notice, 'kind' | 'details'>): boolean =>
  BY_SCHOOL.has(kind) || details.by === 'school';

/** The time in words, with its zone. */
export const noticeTime = (at: number, language: Language): string => {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: SCHOOL_ZONE } as const;
  const text = new Intl.DateTimeFormat(language, options).format(at);
  return language === 'en' ? `${text} (UTC+8)` : `${text}（北京时间）`;
};

/** The whole text of a message, without a text message's signature. */
export const noticeText = (notice: Notice, words: typeof messageWords = messageWords): string => {
  const { kind, language, at, link, takeBack, details } = notice;
  const { texts } = words[language].notices;
  const special: Partial<Record<NoticeKind, string>> = texts;
  const page = ownPage(notice);
  const school = takeBack === undefined ? texts.school : texts.schoolTakeBack;
  const usual = takeBack === undefined ? texts.usual : texts.takeBack;
  // Without its page, such as a cancelled link's, it is told as any change of the school.
  const own = kind === 'phone-change-planned' && page === undefined ? undefined : special[kind];
  // A guardian has no account to sign out.
  const child = details.child && page === undefined ? texts.child : undefined;
  return fill(child ?? own ?? (isBySchool(notice) ? school : usual), {
    what: noticeClause(notice, words, details.child ? 'guardian' : 'person'),
    time: noticeTime(at, language),
    link: page ?? link,
    takeBack: takeBack ?? '',
  });
};
