/** Admins send a message to themselves, by the senders that real ones go by, and learn what each of those said. */
import { randomBytes } from 'node:crypto';
import { fields } from '@rollcall/contract';
import type { TestPurpose } from '@rollcall/contract/console';
import type { Logger } from 'pino';
import type { ConsoleHandlers } from '../http/console-handler.ts';
import type { AppContext } from '../http/context.ts';
import type { Language } from '../http/language.ts';
import { type Budget, budgetName, giveBack, spend } from '../platform/database/budgets.ts';
import { transaction } from '../platform/database/transaction.ts';
import { deriveKey, type Secret } from '../platform/derive-key.ts';
import { readIdentity } from '../platform/identifier.ts';
import { maskEmail, maskPhone } from '../platform/mask.ts';
import { Refusal, refuse } from '../platform/refusal.ts';
import type { MessageBudget } from './message-budget.ts';
import type { Channel, Messages, Sender } from './messages.ts';
import type { Notice } from './notices.ts';
import { createMessages, type Observe } from './send.ts';

/** Test messages of the installation in an hour, of all admins together. */
const MOST = 5;
const HOUR = 3_600_000;
/** Milliseconds between two to one recipient. */
const PAUSE = 60_000;
/** Nothing is kept of it, so that no call takes it. */
const CODE = '000000';
const KIND = 'new-device';
/** Stands for the device that a security message names. */
const DEVICE = { 'zh-CN': '测试', en: 'a test' } as const;

interface Order {
  readonly channel: Channel;
  readonly to: string;
  readonly purpose: TestPurpose;
  readonly language: Language;
}

/** The recipient as a code's. @throws the refusals InvalidPhoneNumber and InvalidEmail */
const recipientOf = ({ channel, to }: Order): string => {
  const { kind, value } = readIdentity(to);
  if (channel === 'email') {
    if (kind === 'email' && fields.EMAIL_ADDRESS.test(value)) return value;
    throw refuse('InvalidEmail', { data: { field: 'to' } });
  }
  if (kind === 'phone') return value;
  throw refuse('InvalidPhoneNumber', { data: { field: 'to' } });
};

export const testMessageHandlers = ({
  db,
  now,
  log,
  config: { secret, issuer },
  senders,
  budget,
  observe,
}: Pick<AppContext, 'db' | 'now'> & {
  readonly log: Logger;
  readonly config: { readonly secret: Secret; readonly issuer: string };
  readonly senders: readonly Sender[];
  readonly budget: Pick<MessageBudget, 'spendCode' | 'spendNotice'>;
  readonly observe: Observe;
}): ConsoleHandlers<'sendTestMessage'> => {
  const key = deriveKey(secret, 'window counts');
  const ownBudgets = (to: string): readonly Budget[] => [
    { name: 'test messages', limit: MOST, windowMs: HOUR },
    { name: budgetName(key, 'test message', to), limit: 1, windowMs: PAUSE },
  ];

  /** @returns how to send it, where a sender in use can */
  const prepare = (order: Order, at: number): ((messages: Messages) => Promise<unknown>) | undefined => {
    const { to, channel, purpose, language } = order;
    const serves = (given: Pick<Notice, 'channel' | 'kind' | 'language'>) =>
      senders.some(({ notices }) => notices?.serves(given));
    if (purpose !== 'notice')
      return senders.some(({ channels }) => channels.includes(channel))
        ? messages => messages.send({ to, channel, purpose, language, code: CODE })
        : undefined;
    if (channel === 'voice' || !serves({ channel, kind: KIND, language })) return undefined;
    // Of the form of a link that is kept, and never kept.
    const link = `${issuer}/end/${randomBytes(12).toString('base64url')}`;
    const details = { device: DEVICE[language] };
    return messages => messages.notify({ to, channel, kind: KIND, language, details, at, link });
  };

  return {
    sendTestMessage: async ({ body, ip, audit }) => {
      const to = recipientOf(body);
      const { channel, purpose, language } = body;
      if (purpose === 'email' && channel !== 'email')
        throw refuse('InvalidRequest', {
          message: 'The purpose email goes by e-mail alone.',
          data: { field: 'purpose' },
        });
      const at = now();
      const send = prepare({ ...body, to }, at);
      if (!send) throw refuse('NoSender');
      const spent = await transaction(db, async trx => {
        await spend(trx, ownBudgets(to), at, 'TooManyAttempts');
        const counted =
          purpose === 'notice'
            ? await budget.spendNotice(trx, to, KIND, at)
            : await budget.spendCode(trx, { recipient: to, purpose, ip, of: 'accounts' }, at);
        const masked = channel === 'email' ? maskEmail(to) : maskPhone(to);
        await audit(trx, { subject: channel, after: { to: masked, purpose, language } });
        return counted;
      });
      const items: { name: string; outcome: 'sent' | 'limited' | 'failed'; reason: string | null }[] = [];
      const messages = createMessages(senders, log, (...attempt) => {
        const [name, , outcome, , reason = null] = attempt;
        // A failure is of this text alone, such as of a template that no vendor approved yet: sign-ins may work.
        if (outcome === 'sent') observe(...attempt);
        items.push({ name, outcome, reason });
      });
      try {
        await send(messages);
      } catch (error) {
        // What each sender said stands in the answer.
        if (!(error instanceof Refusal)) throw error;
      }
      if (items.at(-1)?.outcome !== 'sent') await giveBack(db, spent);
      return { items };
    },
  };
};
