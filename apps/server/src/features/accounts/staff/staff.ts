/** What operators do for people, by the rules of accounts: handlers that `app` hands to the console, pages of links, and a job. */
import * as argon2 from '@node-rs/argon2';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Feature } from '../../../http/feature.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';
import type { HashingSettings } from '../../../identity/passwords.ts';
import { createPastIdentifiers } from '../../../identity/past-identifiers.ts';
import { createCheckPid } from '../../../identity/pids.ts';
import { createTickets } from '../../../identity/tickets.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { CodeSettings } from '../../../messages/settings.ts';
import { createBoundedPool } from '../../../platform/bounded-pool.ts';
import { PARAMETERS } from '../../../platform/hasher.ts';
import type { Secret } from '../../../platform/derive-key.ts';
import type { Words } from '../../../platform/words.ts';
import { openidConsoleHandlers } from '../openid/console-clients.ts';
import { createPersonHandlers } from './create-person.ts';
import { deletePersonHandlers } from './delete-person.ts';
import { importHandlers } from '../import/handlers.ts';
import { createImportJobs } from '../import/jobs.ts';
import { createGuardianLinks } from '../minors/guardian-links.ts';
import { nameHandlers } from './correct-name.ts';
import { changeNumbers } from './number-change-job.ts';
import { addNumberChangePage, type NumberChangeWords } from './number-change-page.ts';
import { numberChangeHandlers } from './number-changes.ts';
import { resetLinkHandlers } from './reset-link.ts';
import { updatePersonHandlers } from './update-person.ts';
import { waitHandlers } from './waits.ts';
import { wayInHandlers } from './ways-in.ts';

export interface StaffApp extends Pick<AppContext, 'db' | 'now'> {
  readonly messages: Pick<Messages, 'serves'>;
  readonly config: {
    readonly secret: Secret;
    readonly pids: readonly string[] | undefined;
    readonly codes: Pick<CodeSettings, 'retrySeconds' | 'dailyLimit'>;
    readonly minors: MinorsSettings;
    readonly issuer: string;
  };
}

/** Milliseconds between two looks for changes of numbers whose time has come. */
const NUMBERS_EVERY = 60_000;

/** The pages that links in messages of the school open. */
export const createStaffPages = ({
  db,
  now,
  config,
}: Pick<StaffApp, 'db' | 'now'> & {
  readonly config: {
    readonly words: { readonly served: { readonly numberChange: Words<NumberChangeWords> } };
  };
}): Feature => ({
  addRoutes: server => addNumberChangePage(server, { db, now, words: config.words.served.numberChange }),
});

export const createStaffJobs = ({
  db,
  now,
  hasher = argon2,
  config,
}: Pick<AppContext, 'db' | 'now' | 'hasher'> & {
  readonly config: Pick<StaffApp['config'], 'secret' | 'minors'> & {
    readonly hashing: Pick<HashingSettings, 'parallel'>;
  };
}): Feature => {
  const pastIdentifiers = createPastIdentifiers(config.secret);
  // A batch of digests waits here, so that it leaves cores to sign-ins.
  const hashing = createBoundedPool({
    parallel: Math.max(1, Math.floor(config.hashing.parallel / 2)),
    queue: 1000,
    tasksPerSecond: 20,
  });
  const imports = createImportJobs({
    db,
    now,
    minors: config.minors,
    links: createGuardianLinks(config.secret),
    hash: text => hashing.run(() => hasher.hash(text, PARAMETERS)),
  });
  return {
    jobs: [
      ...(imports.jobs ?? []),
      {
        name: 'change numbers',
        everyMs: NUMBERS_EVERY,
        scope: 'installation',
        run: at => changeNumbers(db, pastIdentifiers, at),
      },
    ],
  };
};

export const staffHandlers = ({ db, now, messages, config }: StaffApp) => {
  const { secret, pids, codes, minors } = config;
  const context = { db, now };
  return {
    ...waitHandlers({ ...context, codes }),
    ...resetLinkHandlers({ ...context, messages, tickets: createTickets({ db, now, secret }) }),
    ...wayInHandlers(context),
    ...deletePersonHandlers(context),
    ...nameHandlers(context),
    ...updatePersonHandlers(context),
    ...importHandlers({
      ...context,
      tickets: createTickets({ db, now, secret }),
      issuer: config.issuer,
    }),
    ...createPersonHandlers({ ...context, minors, checkPid: createCheckPid(pids) }),
    ...numberChangeHandlers(context),
    ...openidConsoleHandlers({ ...context, issuer: config.issuer }),
  } satisfies Partial<ConsoleHandlers>;
};
