/** The senders that the configuration lists, in its order. */
import { createAliyunSender } from './aliyun.ts';
import type { DevelopmentSender } from './development.ts';
import type { Sender } from './messages.ts';
import type { MessageSettings, SenderName } from './settings.ts';
import { createSmtpSender } from './smtp.ts';
import { createTencentSender } from './tencent.ts';

/**
 * Makes a sender for every name, in the order they are tried. Nothing is connected or loaded before the first message.
 *
 * @param settings what `messageSettings` read for the same names
 */
export const createSenders = (
  names: readonly SenderName[],
  settings: MessageSettings,
  development: DevelopmentSender | undefined,
): Sender[] => {
  const { aliyun, tencent, smtp, timeoutMs } = settings;
  const made: Record<SenderName, Sender | undefined> = {
    development,
    aliyun: aliyun && createAliyunSender(aliyun, timeoutMs),
    tencent: tencent && createTencentSender(tencent, timeoutMs),
    smtp: smtp && createSmtpSender(smtp, timeoutMs),
  };
  return names.flatMap(name => made[name] ?? []);
};
