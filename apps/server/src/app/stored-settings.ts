/** The settings that operators set in the console: read at the start, and again soon after each change on any process. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import type { Job } from '../platform/jobs/scheduler.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';
import {
  createOwnDocuments,
  phrasesProblem,
  type RenderOwn,
} from '../features/hosted-pages/phrases/render-own.ts';
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

interface InForce {
  readonly storable: Storable;
  /** Why a text does not count, by variable. */
  readonly refused: ReadonlyMap<string, string>;
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
  /** What of these texts, by variable, would be in force, by the checks of the start. */
  inForce(set: ReadonlyMap<string, string>): Promise<InForce>;
  /** Renders the school's own phrases: once for the checks and the pages. */
  readonly ownDocuments: RenderOwn;
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

type Check = (
  set: ReadonlyMap<string, string>,
) => Promise<{ readonly storable: Storable; readonly problems: readonly Problem[] }>;

/** Reads what is set, with the checks of the start, those of the pages included. */
const createCheck = (
  { settings, roles }: Pick<Config, 'settings' | 'roles'>,
  ownDocuments: RenderOwn,
): Check => {
  const name = 'ROLLCALL_PHRASES';
  const hasPages = roles.includes('accounts') || roles.includes('console');
  return async set => {
    const check = settings.read(set);
    const { phrases } = check.storable.pages;
    if (check.problems.length > 0 || !hasPages || phrases === undefined || !set.has(name)) return check;
    const text = await phrasesProblem(ownDocuments, phrases);
    return text === undefined ? check : { ...check, problems: [{ name, text }] };
  };
};

/**
 * Reads what is set; a text that the checks of the start refuse is left out, so that a later release starts with it. Each is added
 * to those that hold: a problem may be told of a variable of the environment, and is then no fault of all that is set.
 */
const inForceBy = async (check: Check, set: ReadonlyMap<string, string>): Promise<InForce> => {
  const whole = await check(set);
  if (whole.problems.length === 0) return { storable: whole.storable, refused: new Map() };
  let { storable } = await check(new Map());
  const kept = new Map<string, string>();
  const refused = new Map<string, string>();
  let waiting = [...set].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Again while one more is added: a text may need another one.
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    refused.clear();
    for (const [name, text] of waiting) {
      const next = await check(new Map(kept).set(name, text));
      const problem = next.problems.find(one => one.name === name) ?? next.problems[0];
      if (problem) refused.set(name, problem.text);
      else {
        kept.set(name, text);
        ({ storable } = next);
      }
    }
    waiting = waiting.filter(([name]) => refused.has(name));
  }
  return { storable, refused };
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
  readonly log: Pick<Logger, 'error' | 'warn'>;
}): Promise<StoredSettings> => {
  const { db, config, log } = deps;
  const { fromConsole } = config.settings;
  let known = '';
  let rows: ReadonlyMap<string, StoredSetting> = new Map();
  const ownDocuments = createOwnDocuments(config.web);
  const check = createCheck(config, ownDocuments);
  const inForce = (set: ReadonlyMap<string, string>) => inForceBy(check, set);
  const covered = new Set<string>();
  let current: InForce = { storable: config, refused: new Map() };
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
    const texts = textsOf(rows.values());
    // Set where no variable was: then the processes have not the same environment.
    for (const name of texts.keys()) {
      if (config.settings.given(name) === undefined || covered.has(name)) continue;
      covered.add(name);
      log.warn(
        { setting: name },
        'set in the console and, for this process, in the environment, which counts',
      );
    }
    const next = await inForce(texts);
    for (const [name, problem] of next.refused)
      if (current.refused.get(name) !== problem)
        log.error({ setting: name, problem }, 'a setting of the console is not valid; its default holds');
    current = next;
    for (const listener of listeners) await listener();
    known = before;
  };
  const taking = createSerialQueue();
  const takeUp = async (): Promise<void> => {
    if (fromConsole) await taking.run(take);
  };

  await takeUp();
  return {
    config: fromConsole ? liveConfig(config, () => current.storable) : config,
    rows: () => rows,
    inForce,
    ownDocuments,
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
