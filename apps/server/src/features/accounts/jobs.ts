/** The accounts' jobs of the installation: messages that wait, deletions, cleanup, rotation of the signing keys. */
import type { Kysely } from 'kysely';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { MinorsSettings } from '../../identity/minors/age.ts';
import type { MessageBudget } from '../../messages/message-budget.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Secret } from '../../platform/derive-key.ts';
import { deleteExpired } from './cleanup.ts';
import { deleteDue } from './data/deletion.ts';
import { tellOfAgreements } from './agreements/guardian-agreements.ts';
import { createGuardianLinks } from './minors/guardian-links.ts';
import { createGuardianMessages } from './minors/guardian-messages.ts';
import { createNoticeDelivery } from './notices/notice-delivery.ts';
import { deleteUnanswered, endGuardianships } from './minors/overdue-guardianships.ts';
import { createBirthYears } from './minors/birth-years.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';

/** Milliseconds between two looks at the signing keys: far less than a key is published before it signs. */
export const KEYS_EVERY = 3600 * 1000;
/** Milliseconds between two cleanups. */
const CLEANUP_EVERY = 3600 * 1000;
/** Milliseconds between two looks for security messages to send. */
const NOTICES_EVERY = 2_000;
/** Milliseconds between two looks for agreements that guardians are to be told of. */
const AGREEMENTS_EVERY = 5 * 60_000;

/** What the jobs need of the application. */
export interface AccountJobsApp extends AppContext {
  readonly messages: Messages;
  readonly messageBudget: MessageBudget;
  readonly config: {
    readonly secret: Secret;
    readonly issuer: string;
    readonly minors: MinorsSettings;
  };
  readonly pictures: Pictures;
  readonly keys: Pick<SigningKeys, 'rotate'>;
  /** Deletes what else belongs to an account, in the transaction that deletes the account. */
  readonly onDeletion?: (db: Kysely<Database>, accountId: string) => Promise<void>;
}

export const createAccountJobs = (app: AccountJobsApp): Feature => {
  const { config, db, log, messages, messageBudget: budget, pictures, keys } = app;
  const { secret, issuer, minors } = config;
  const notices = createNoticeDelivery({ db, log, messages, budget, secret, issuer });
  const links = createGuardianLinks(secret);
  const guardianMessages = createGuardianMessages({ db, log, messages, budget, links, issuer });
  const birthYears = createBirthYears(secret);
  const installation = { scope: 'installation' } as const;
  // Their rows are claimed one by one.
  const claimed = { everyMs: NOTICES_EVERY, scope: 'process' } as const;
  return {
    jobs: [
      { ...claimed, name: 'send security messages', run: at => notices.deliver(at) },
      { ...claimed, name: 'send messages to guardians', run: at => guardianMessages.deliver(at) },
      {
        ...installation,
        name: 'tell guardians of new agreements',
        everyMs: AGREEMENTS_EVERY,
        run: async at => {
          if (minors.mode !== 'off') await tellOfAgreements(db, at);
        },
      },
      {
        ...installation,
        name: 'end guardianships',
        everyMs: CLEANUP_EVERY,
        run: at => endGuardianships(db, at),
      },
      {
        ...installation,
        name: 'delete what expired',
        everyMs: CLEANUP_EVERY,
        run: at => deleteExpired(db, at),
      },
      {
        ...installation,
        name: 'rotate signing keys',
        everyMs: KEYS_EVERY,
        firstMs: KEYS_EVERY,
        run: () => keys.rotate(),
      },
      {
        ...installation,
        name: 'delete accounts',
        everyMs: CLEANUP_EVERY,
        run: async at => {
          if (minors.mode !== 'off') await deleteUnanswered(db, at);
          return deleteDue(db, pictures, at, async (trx, accountId) => {
            await birthYears.remember(trx, accountId, at);
            await app.onDeletion?.(trx, accountId);
          });
        },
      },
    ],
  };
};
