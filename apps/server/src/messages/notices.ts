/** Security messages: they inform a person about a change at the account, and contain no code. */
import { fill } from '../platform/words.ts';
import type { NoticeKind } from './notice-kinds.ts';
import type { Language } from './templates.ts';
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
}

/** A security message to one recipient. */
export interface Notice {
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

const ZONE = 'Asia/Shanghai';

/** Where guardians see to their pupils. @param link a page of the same host */
export const guardianPage = (link: string): string => new URL('/guardian', link).href;

type Told = Pick<Notice, 'kind' | 'language' | 'details'>;

/** What happened, as one clause without a full stop. */
export const noticeClause = (
  { kind, language, details: { device, ip, value, factor } }: Told,
  words: typeof messageWords = messageWords,
): string => {
  const { what, whatUnnamed, factors, unknownDevice } = words[language].notices;
  const unnamed: Partial<Record<NoticeKind, string>> = whatUnnamed;
  const place = [device, ip && `IP ${ip}`].filter(Boolean).join(language === 'en' ? ', ' : '，');
  const text = value || factor ? what[kind] : (unnamed[kind] ?? what[kind]);
  return fill(text, {
    place: place || unknownDevice,
    value: value ?? '',
    factor: factor ? factors[factor] : '',
  });
};

/** The time in words, with its zone. */
export const noticeTime = (at: number, language: Language): string => {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE } as const;
  const text = new Intl.DateTimeFormat(language, options).format(at);
  return language === 'en' ? `${text} (UTC+8)` : `${text}（北京时间）`;
};

/** The whole text of a message, without a text message's signature. */
export const noticeText = (notice: Notice, words: typeof messageWords = messageWords): string => {
  const { kind, language, at, link, takeBack } = notice;
  const { texts } = words[language].notices;
  const special: Partial<Record<NoticeKind, string>> = texts;
  return fill(special[kind] ?? (takeBack === undefined ? texts.usual : texts.takeBack), {
    what: noticeClause(notice, words),
    time: noticeTime(at, language),
    link: kind === 'guardian-agreements' ? guardianPage(link) : link,
    takeBack: takeBack ?? '',
  });
};
