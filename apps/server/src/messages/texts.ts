/** The texts of codes, of the words that are in force. */
import type { Purpose } from '@rollcall/contract';
import { fill } from '../platform/words.ts';
import type { Message } from './messages.ts';
import { messageWords } from './words.ts';

/** Minutes that a code lives. */
export const MINUTES = 10;

/** What the code is for, in the words of the channel. */
const purposeOf = (
  { channel, purpose, language }: Omit<Message, 'to' | 'code'>,
  words: typeof messageWords,
): string => {
  const { purposes, smsPurposes, mailPurposes } = words[language];
  const own: Partial<Record<Purpose, string>> =
    channel === 'email' ? mailPurposes : channel === 'sms' ? smsPurposes : {};
  return own[purpose] ?? purposes[purpose];
};

/** The whole text in the message's language, without a text message's signature. */
export const textOf = (
  { code, link, ...message }: Omit<Message, 'to'>,
  words: typeof messageWords = messageWords,
): string => {
  const own = words[message.language];
  const purpose = purposeOf(message, words);
  if (code === undefined) return fill(own.mail.withoutAccount, { purpose });
  const text = fill(message.channel === 'sms' ? own.sms : own.code, { code, purpose, minutes: MINUTES });
  return link === undefined ? text : `${text}\n\n${own.mail.link}\n${link}`;
};
