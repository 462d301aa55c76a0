/** The settings that operators set in the console: read at the start, and again soon after each change on any process. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import type { Job } from '../platform/jobs/scheduler.ts';
import { phrasesProblem } from '../features/hosted-pages/phrases/render-own.ts';
import type { Problem } from '../platform/config-reader.ts';
import type { Config } from './config.ts';
import { settingGroups } from './setting-groups.ts';
import { liveConfig } from './live-config.ts';
import type { Storable } from './storable-settings.ts';

/** Milliseconds after which a change is seen at the latest. */
const LOOK_EVERY = 3_000;

interface StoredSetting {
  readonly name: string;
  /** Null: taken back. */
  readonly value: string | null;
  readonly version: number;
  readonly changed_at: Date;
  readonly changed_by: string;
}

interface Check {
  readonly storable: Storable;
  readonly problems: readonly Problem[];
}

/** Called when another configuration is in force. */
type OnChange = () => Promise<void>;

export interface StoredSettings {
  /** The configuration, with what is in force wherever it is read. */
  readonly config: Config;
  /** What was set, by variable, as this process knows it. */
  rows(): ReadonlyMap<string, StoredSetting>;
  /** Why what was set does not count, by variable. */
  problems(): ReadonlyMap<string, string>;
  /** The checks of the start over these texts, by variable. */
  check(set: ReadonlyMap<string, string>): Promise<Check>;
  /** Calls back after each change; what is built of settings is built again there. */
  onChange(run: OnChange): void;
  /** Looks now whether another process changed something. */
  takeUp(): Promise<void>;
  readonly job: Job;
}

/** The variables that can be set in the console. */
export const settable: ReadonlySet<string> = new Set(
  settingGroups.flatMap(({ settings }) => settings.flatMap(one => (one.inConsole ? [one.name] : []))),
);

/** Reads what is set, with the checks of the start, those of the pages included. */
const createCheck = ({
  settings,
  web,
  roles,
}: Pick<Config, 'settings' | 'web' | 'roles'>): ((set: ReadonlyMap<string, string>) => Promise<Check>) => {
  const name = 'ROLLCALL_PHRASES';
  const hasPages = roles.includes('accounts') || roles.includes('console');
  let last: { readonly key: string; readonly problem: string | undefined } | undefined;
  return async set => {
    const check = settings.read(set);
    const { phrases } = check.storable.pages;
    if (check.problems.length > 0 || !hasPages || phrases === undefined || !set.has(name)) return check;
    // Rendered once for each text.
    const key = JSON.stringify(phrases);
    if (last?.key !== key) last = { key, problem: await phrasesProblem(web, phrases) };
    return last.problem === undefined ? check : { ...check, problems: [{ name, text: last.problem }] };
  };
};

/**
 * Reads what is set; a text that the checks of the start refuse is left out, so that a later release starts with it.
 * @returns what is in force, and why a text does not count, by variable
 */
const inForce = async (
  check: (set: ReadonlyMap<string, string>) => Promise<Check>,
  set: ReadonlyMap<string, string>,
): Promise<{ readonly storable: Storable; readonly refused: ReadonlyMap<string, string> }> => {
  const left = new Map(set);
  const refused = new Map<string, string>();
  for (;;) {
    const { storable, problems } = await check(left);
    const own = problems.filter(({ name }) => left.has(name));
    if (own.length === 0 && (problems.length === 0 || left.size === 0)) return { storable, refused };
    // Where the name of none of them is told, only all together explain it.
    const wrong =
      own.length > 0 ? own : [...left.keys()].map(name => ({ name, text: problems[0]?.text ?? '' }));
    for (const { name, text } of wrong) {
      refused.set(name, text);
      left.delete(name);
    }
  }
};

export const readRows = async (db: Kysely<Database>): Promise<readonly StoredSetting[]> =>
  db
    .selectFrom('settings')
    .select(['name', 'value', 'version', 'changed_at', 'changed_by'])
    .orderBy('name')
    .execute();

/** The texts that count, by variable. */
export const textsOf = (rows: Iterable<StoredSetting>): ReadonlyMap<string, string> =>
  new Map(
    [...rows].flatMap(({ name, value }) => (value === null || !settable.has(name) ? [] : [[name, value]])),
  );

/** @param config as the environment has it */
export const openStoredSettings = async (deps: {
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly log: Pick<Logger, 'error'>;
}): Promise<StoredSettings> => {
  const { db, config, log } = deps;
  const { fromConsole } = config.settings;
  let known = '';
  let rows: ReadonlyMap<string, StoredSetting> = new Map();
  const check = createCheck(config);
  let current: Awaited<ReturnType<typeof inForce>> = { storable: config, refused: new Map() };
  const listeners: OnChange[] = [];

  /** A text that differs after each change. */
  const versions = async (): Promise<string> => {
    const { rows: found } = await sql<{ versions: string | null }>`
      select string_agg(name || ' ' || version, ',' order by name) as versions from settings`.execute(db);
    return found[0]?.versions ?? '';
  };
  const take = async (): Promise<void> => {
    const before = await versions();
    if (before === known) return;
    rows = new Map((await readRows(db)).map(row => [row.name, row]));
    const next = await inForce(check, textsOf(rows.values()));
    for (const [name, problem] of next.refused)
      if (current.refused.get(name) !== problem)
        log.error({ setting: name, problem }, 'a setting of the console is not valid; its default holds');
    current = next;
    for (const listener of listeners) await listener();
    known = before;
  };
  let taking = Promise.resolve();
  const takeUp = async (): Promise<void> => {
    if (!fromConsole) return;
    const run = taking.then(take);
    taking = run.catch(() => {});
    await run;
  };

  await takeUp();
  return {
    config: fromConsole ? liveConfig(config, () => current.storable) : config,
    rows: () => rows,
    check,
    problems: () => current.refused,
    onChange: run => listeners.push(run),
    takeUp,
    job: {
      name: 'take up settings',
      everyMs: LOOK_EVERY,
      firstMs: LOOK_EVERY,
      // They are held in memory.
      scope: 'process',
      run: takeUp,
    },
  };
};
