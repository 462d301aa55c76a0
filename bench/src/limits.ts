/**
 * `npm run bench -- limits`: what the limits that all servers share in PostgreSQL cost a sign-in and a code, as ratios to the same
 * handlers without them. The handlers are called in this process, so that HTTP does not hide the difference.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { calls } from '@rollcall/contract';
import { readConfig } from '../../apps/server/src/app/config.ts';
import { type Accounts, createAccounts } from '../../apps/server/src/features/accounts/accounts.ts';
import { createHumanVerification } from '../../apps/server/src/features/human-verification/human-verification.ts';
import { Refusal } from '../../apps/server/src/platform/refusal.ts';
import { createMessageBudget, type MessageBudget } from '../../apps/server/src/messages/message-budget.ts';
import { openDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { type Figures, inTurn, measure } from './load.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ms = seconds * 1000;
const SIGNING_IN = 8;
const SENDING = 8;
const PEOPLE = 64;
const pid = 'bench';
const password = 'Secret#1';

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
const config = readConfig({
  ROLLCALL_ENV: 'test',
  ROLLCALL_DATA: folder,
  ROLLCALL_LOG_LEVEL: 'silent',
  ROLLCALL_SECRET: 'bench-do-not-keep-this-0123456789-abcdef',
  // Those of `prod`; the totals so that they are counted and not reached.
  ROLLCALL_CODE_PREFIX_LIMIT: '200',
  ROLLCALL_CODE_NETWORK_LIMIT: '400',
  ROLLCALL_CODE_NAMED_LIMIT: '5',
  ROLLCALL_MESSAGES_PER_HOUR: '100000000',
  ROLLCALL_MESSAGES_PER_DAY: '100000000',
});
const log = createLog(config);
const now = Date.now;
const database = await openDatabase(config, log);
await migrate(database.pool, { log, now });
const { db } = database;

const unlimited: MessageBudget = {
  spendCode: async () => [],
  spendNotice: async () => [],
  isTight: async () => false,
  used: async () => ({}),
};
const parts = {
  config,
  db,
  now,
  log,
  messages: { send: async () => {}, serves: () => true, notify: async () => 'sent' as const },
  pictures: {
    save: async () => '',
    load: async () => undefined,
    remove: async () => {},
    list: async () => [],
  },
  decoder: { decode: async () => Buffer.alloc(0), close: () => {} },
} as unknown as Parameters<typeof createAccounts>[0];
const messageBudget = createMessageBudget({ db, log, limits: config.codes });
const { verification } = createHumanVerification({
  config,
  db,
  connect: database.connect,
  now,
  log,
  messageBudget,
});
const subjects: Record<'with' | 'without', Accounts> = {
  with: await createAccounts({ ...parts, messageBudget, verification }),
  without: await createAccounts({ ...parts, messageBudget: unlimited }),
};

let last = 0;
/** Each request comes from a /24 and concerns a number of its own, so that no limit is reached. */
const newIp = (): string => `${10 + ((last >> 16) % 90)}.${(last >> 8) % 256}.${last % 256}.1`;
const newNumber = (): string => String(13_000_000_000 + ((last * 104_729) % 6_900_000_000));
const input = (identity: string, body: object): never =>
  ({
    body: { pid, agreement_ids: [-1], ...body },
    identifier: { kind: 'phone', value: identity },
    caller: undefined,
    ip: newIp(),
    userAgent: 'bench',
    language: 'en',
    header: () => undefined,
    setCookie: () => {},
    log,
  }) as never;

const phones = Array.from({ length: PEOPLE }, (_, n) => String(19_900_000_000 + n));
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const password_hash = await hash(password, hashing);
for (const [n, value] of phones.entries()) {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const created_at = new Date();
  await db
    .insertInto('accounts')
    .values({ id, pid, created_at, nickname: id, nickname_key: id, password_hash })
    .execute();
  await db.insertInto('identifiers').values({ kind: 'phone', value, account_id: id, created_at }).execute();
}

const signIn = (accounts: Accounts) => () =>
  measure(SIGNING_IN, ms, async n => {
    last += 1;
    await accounts.handlers.loginByAccount(input(phones[n % PEOPLE] ?? '', { password }));
  });
const wrongPassword = (accounts: Accounts) => () =>
  measure(SIGNING_IN, ms, async () => {
    last += 1;
    const refused = await accounts.handlers
      .loginByAccount(input(newNumber(), { password: 'Wrong-1' }))
      .catch((error: unknown) => error);
    if (!(refused instanceof Refusal) || refused.refusal !== 'WrongCredentials') throw refused;
  });
const sendCode = (accounts: Accounts) => () =>
  measure(SENDING, ms, async () => {
    last += 1;
    await accounts.handlers.sendSilentLoginCaptcha(input(newNumber(), {}));
  });

type Kind = (accounts: Accounts) => () => Promise<Figures>;
const compare = (kind: Kind) =>
  inTurn({ with: kind(subjects.with), without: kind(subjects.without) }, rounds);
const compared = {
  [`${calls.loginByAccount.path}, right password`]: await compare(signIn),
  [`${calls.loginByAccount.path}, wrong password`]: await compare(wrongPassword),
  [`${calls.sendSilentLoginCaptcha.path}, the vendor answering at once`]: await compare(sendCode),
};
const persistence = (logged: boolean) => async () => {
  await database.pool.query(`alter table window_counts set ${logged ? 'logged' : 'unlogged'}`);
  return guess();
};
const guess = wrongPassword(subjects.with);
const tables = await inTurn({ unlogged: persistence(false), logged: persistence(true) }, rounds);

const line = (name: string, { perSecond, p50, p99, done }: Figures) =>
  `  ${name.padEnd(9)} ${perSecond.toFixed(1).padStart(8)} a second   p50 ${p50.toFixed(2).padStart(7)} ms   p99 ${p99.toFixed(2).padStart(7)} ms   (${done})`;
const ratio = (of: Figures | undefined, to: Figures | undefined) =>
  ((of?.perSecond ?? Number.NaN) / (to?.perSecond ?? Number.NaN)).toFixed(2);

console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, embedded PostgreSQL, everything on this machine.`,
);
console.log(
  `The handlers of the calls in this process, ${SIGNING_IN} callers in closed loops, with and without in turn, ${rounds} rounds of ${seconds} s each; medians of the rounds. Each request has a network and a number of its own; no limit is reached.`,
);
console.log(
  'With: risk by device and network, named recipients, requests by number and network, budgets by number, prefix, network and of everything. Without: none of these; failures of an account are counted in both.',
);
for (const [name, figures] of Object.entries(compared)) {
  console.log(`\n${name}`);
  for (const [kind, figure] of Object.entries(figures)) console.log(line(kind, figure));
  console.log(`  with / without: ${ratio(figures['with'], figures['without'])}`);
}
console.log('\nWrong passwords with the limits, by whether a crash of PostgreSQL keeps window_counts');
for (const [kind, figure] of Object.entries(tables)) console.log(line(kind, figure));
console.log(`  logged / unlogged: ${ratio(tables['logged'], tables['unlogged'])}`);

await database.close();
rmSync(folder, { recursive: true, force: true });
