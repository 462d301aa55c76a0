/** The senders that the configuration lists, in its order. */
import type { Logger } from 'pino';
import { createAliyunSender } from './aliyun.ts';
import type { Sender } from './messages.ts';
import type { MessageSettings, SenderName } from './settings.ts';
import { createSmtpSender } from './smtp.ts';
import { noticeTemplateGaps } from './templates.ts';
import { createTencentSender } from './tencent.ts';
import { messageWords } from './words.ts';

/**
 * Makes a sender for every name, in the order they are tried. Nothing is connected or loaded before the first message.
 *
 * @param words the school's own, where it has any
 * @param settings what `messageSettings` read for the same names
 */
export const createSenders = (
  names: readonly SenderName[],
  settings: MessageSettings,
  development: Sender | undefined,
  words = messageWords,
): Sender[] => {
  const { aliyun, tencent, smtp, timeoutMs } = settings;
  const made: Record<SenderName, Sender | undefined> = {
    development,
    aliyun: aliyun && createAliyunSender(aliyun, timeoutMs, words),
    tencent: tencent && createTencentSender(tencent, timeoutMs, words),
    smtp: smtp && createSmtpSender(smtp, timeoutMs, words),
  };
  return names.flatMap(name => made[name] ?? []);
};

/** Warns of security messages that no template of their own says, once at the start. They keep no server from starting. */
export const warnOfNoticeTemplates = (
  { aliyun, tencent }: Pick<MessageSettings, 'aliyun' | 'tencent'>,
  log: Pick<Logger, 'warn'>,
): void => {
  for (const [sender, sms] of [
    ['aliyun', aliyun?.sms],
    ['tencent', tencent?.sms],
  ] as const) {
    if (!sms) continue;
    const { common, none } = noticeTemplateGaps(sms.notices);
    if (common.length > 0)
      log.warn({ sender, kinds: common }, 'security messages without a template of their own use `common`');
    if (none.length > 0)
      log.warn(
        { sender, kinds: none },
        'security messages without a template are sent by e-mail, else shown on the account page',
      );
  }
};
