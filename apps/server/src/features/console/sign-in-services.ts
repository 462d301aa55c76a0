/** What keeps people out though their account is well: senders of messages, their budgets, vendors of challenges, WeChat and QQ. */
import type { AnswerOf } from '@rollcall/contract';
import type { ConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import { budgetsSpentUntil, type Spender } from '../../messages/message-budget.ts';
import type { Channel, Sender } from '../../messages/messages.ts';
import type { CodeSettings } from '../../messages/settings.ts';
import type { Identifier } from '../../platform/identifier.ts';
import type { Database } from '../../platform/database/schema.ts';
import { failingServices, senderService } from './service-states.ts';

type Obstacles = AnswerOf<ConsoleCalls['getSignInDiagnosis']>['hindrances'];

/** The channels by which a code reaches a number or an address. */
const channelsTo: Readonly<Record<'phone' | 'email', readonly Channel[]>> = {
  phone: ['sms', 'voice'],
  email: ['email'],
};

interface SignInServices {
  /** Of the codes to one number or address. @param of whose budgets they are taken from */
  ofMessages(
    identifier: Identifier,
    of: Exclude<Spender, 'notices'>,
    failing: ReadonlyMap<string, number>,
  ): Promise<Obstacles>;
  /** Of everybody: the vendors of challenges; and the third parties that an account has bound. */
  ofVendors(failing: ReadonlyMap<string, number>, bound: readonly ('wechat' | 'qq')[]): Obstacles;
  /** Since when each service fails that does, milliseconds since 1970. */
  failing(): Promise<ReadonlyMap<string, number>>;
}

export const createSignInServices = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly codes: CodeSettings;
  readonly senders: readonly Pick<Sender, 'name' | 'channels'>[];
  /** The vendors of challenges that are configured, as rules name them (`GEETEST`). */
  readonly verification: readonly string[];
  /** Writes what this server saw and has not written yet. */
  readonly flush: () => Promise<void>;
}): SignInServices => {
  const { db, now, codes, senders, verification, flush } = deps;
  const served = new Set(senders.flatMap(({ channels }) => channels));

  return {
    failing: async () => {
      await flush();
      return failingServices(db, now());
    },

    ofMessages: async ({ kind, value }, of, failing) => {
      if (kind === 'username') return [];
      const channels = channelsTo[kind].filter(channel => served.has(channel));
      if (channels.length === 0) return [{ kind: 'no-sender', until: null, of: kind }];
      // Calls are asked for where no text message comes: of a number, its text messages count.
      const [first = 'sms'] = channels;
      const since = failing.get(`message:${first}`);
      const names = senders.map(({ name }) => name).filter(name => failing.has(senderService(name, first)));
      const spentUntil = await budgetsSpentUntil(db, codes, { of, recipient: value, at: now() });
      return [
        ...(since === undefined
          ? []
          : [
              {
                kind: 'messages-failing' as const,
                until: null,
                of: kind,
                since,
                ...(names.length > 0 ? { senders: names } : {}),
              },
            ]),
        ...(spentUntil === undefined
          ? []
          : [{ kind: 'message-budget' as const, until: spentUntil, of: kind }]),
      ];
    },

    ofVendors: (failing, bound) => [
      ...verification.flatMap(rule => {
        const since = failing.get(`challenge:${rule}`);
        return since === undefined
          ? []
          : [{ kind: 'verification-failing' as const, until: null, of: null, since, rule }];
      }),
      ...bound.flatMap(provider => {
        const since = failing.get(`third-party:${provider}`);
        return since === undefined
          ? []
          : [{ kind: 'third-party-failing' as const, until: null, of: null, since, provider }];
      }),
    ],
  };
};
