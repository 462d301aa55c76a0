/** Admins' calls about settings: all are shown, some are set. */
import { createHash } from 'node:crypto';
import { type FirstSetting, firstSettings } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { FirstRunSettings, FirstSettings } from '../features/console/context.ts';
import type { AppContext } from '../http/context.ts';
import type { AuditFacts, ConsoleHandlers } from '../http/console-handler.ts';
import type { Channel } from '../messages/messages.ts';
import type { PictureDecoder } from '../pictures/decoder.ts';
import { picturePath, type Pictures } from '../pictures/pictures.ts';
import type { Database } from '../platform/database/schema.ts';
import { transaction } from '../platform/database/transaction.ts';
import { maskText } from '../platform/mask.ts';
import { refuse } from '../platform/refusal.ts';
import { type Setting, usualOf } from '../platform/setting.ts';
import type { Config, SettingsSource } from './config.ts';
import { settingGroups } from './setting-groups.ts';
import { readRows, settable, type StoredSettings, textsOf } from './stored-settings.ts';

/** The lock under which they change: the checks are of all of them together. */
const LOCK = 'settings';
/** Characters of a value in the audit log; of a longer one its digest stands there too. */
const AUDITED = 500;

/** What the first run asks for, by the variables. */
const FIRST: Readonly<Record<FirstSetting, string>> = {
  name: 'ROLLCALL_NAME',
  name_en: 'ROLLCALL_NAME_EN',
  mark: 'ROLLCALL_MARK',
  colour: 'ROLLCALL_COLOUR',
};
const OWN_PICTURE = /^\/pictures\/([\da-f]{32})\.webp$/;

/** The path of a setting's own guide, the first link. */
const guideOf = (what: string): string | null => {
  const [, path = '', anchor = ''] = /\]\(([^)#]*)(#[^)]+)?\)/.exec(what) ?? [];
  return path || anchor ? `docs/${path || 'configuration.md'}${anchor}` : null;
};

/** A value that is no secret may contain one: an address with a password, or of a service with a query. */
const isShown = ({ name, form }: Setting, value: string): boolean => {
  if (form.kind === 'secret') return false;
  const isService = /_(?:URL|URI|ENDPOINT)$/.test(name);
  return !value.split(',').some(part => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : undefined;
    return url !== undefined && (url.password !== '' || (isService && url.search !== ''));
  });
};

const audited = (value: string | null): string | null => {
  if (value === null) return null;
  const masked = [...maskText(value)];
  if (masked.length <= AUDITED) return masked.join('');
  const digest = createHash('sha256').update(value).digest('hex');
  return `${masked.slice(0, AUDITED).join('')}… (${value.length} characters, SHA-256 ${digest})`;
};

interface Change {
  readonly name: string;
  readonly value: string | null;
  readonly version: number;
}

const subjectOf = (changes: readonly Change[]): string =>
  changes
    .map(({ name }) => name)
    .join(' ')
    .slice(0, 200);

interface ChangeParts extends Pick<AppContext, 'db' | 'now'> {
  readonly source: SettingsSource;
  readonly stored: StoredSettings;
  readonly pictures: Pictures;
}

/** What sets settings. Both throw the refusals of changeSettings. */
interface Changer {
  /** Checks before the transaction: phrases are rendered and pictures looked for, which takes time. */
  prepare(changes: readonly Change[]): Promise<void>;
  /** Sets within a transaction. @returns what was and what is, for the audit log */
  apply(
    trx: Kysely<Database>,
    changes: readonly Change[],
    by: string,
  ): Promise<Required<Pick<AuditFacts, 'before' | 'after'>>>;
}

type Rows = ReadonlyMap<string, Awaited<ReturnType<typeof readRows>>[number]>;
const rowsOf = async (db: Kysely<Database>): Promise<Rows> =>
  new Map((await readRows(db)).map(row => [row.name, row]));

const createChanger = ({ db, now, source, stored, pictures }: ChangeParts): Changer => {
  const requireSettable = (changes: readonly Change[]): void => {
    if (!source.fromConsole)
      throw refuse('Conflict', { message: 'ROLLCALL_SETTINGS=environment: nothing is set here.' });
    for (const { name } of changes) {
      if (!settable.has(name)) throw refuse('NotFound', { data: { field: name } });
      if (source.given(name) !== undefined)
        throw refuse('Conflict', {
          message: `${name} is set in the environment, which comes first.`,
          data: { field: name, environment: true },
        });
    }
  };

  /** The texts after the changes, which all hold; what did not hold before keeps nobody from setting something else. */
  const textsAfter = async (rows: Rows, changes: readonly Change[]): Promise<ReadonlyMap<string, string>> => {
    const before = textsOf(rows.values());
    const texts = new Map(before);
    for (const { name, value, version } of changes) {
      if ((rows.get(name)?.version ?? 0) !== version)
        throw refuse('Conflict', { message: `Somebody else changed ${name} since.`, data: { field: name } });
      const text = value?.trim() ?? '';
      if (text === '') texts.delete(name);
      else texts.set(name, text);
    }
    const { refused } = await stored.inForce(texts);
    if (refused.size === 0) return texts;
    const known = (await stored.inForce(before)).refused;
    const changed = new Set(changes.map(({ name }) => name));
    const wrong = [...refused.keys()].filter(name => changed.has(name) || !known.has(name));
    const field = wrong.find(name => changed.has(name)) ?? wrong[0];
    if (field !== undefined)
      throw refuse('InvalidRequest', { message: refused.get(field) ?? '', data: { field } });
    return texts;
  };

  /** A mark of this server is there, and is no picture of an account: that one goes with its account. */
  const requireMark = async (changes: readonly Change[]): Promise<void> => {
    const value = changes.find(({ name }) => name === FIRST.mark)?.value?.trim() ?? '';
    const [, picture] = OWN_PICTURE.exec(value) ?? [];
    if (picture === undefined) return;
    const owner = await db
      .selectFrom('accounts')
      .select('id')
      .where('picture', '=', picture)
      .limit(1)
      .executeTakeFirst();
    if (owner || (await pictures.read(picture)) === undefined)
      throw refuse('InvalidRequest', {
        message: `${FIRST.mark} is no picture that was uploaded as a mark; upload it again.`,
        data: { field: FIRST.mark },
      });
  };

  return {
    prepare: async changes => {
      requireSettable(changes);
      await textsAfter(await rowsOf(db), changes);
      await requireMark(changes);
    },
    apply: async (trx, changes, by) => {
      requireSettable(changes);
      await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(trx);
      const rows = await rowsOf(trx);
      const texts = await textsAfter(rows, changes);
      for (const { name, version } of changes) {
        const set = {
          value: texts.get(name) ?? null,
          version: version + 1,
          changed_at: new Date(now()),
          changed_by: by,
        };
        await trx
          .insertInto('settings')
          .values({ name, ...set })
          .onConflict(conflict => conflict.column('name').doUpdateSet(set))
          .execute();
      }
      const valuesOf = (of: (name: string) => string | null | undefined) =>
        Object.fromEntries(changes.map(({ name }) => [name, audited(of(name) ?? null)]));
      return { before: valuesOf(name => rows.get(name)?.value), after: valuesOf(name => texts.get(name)) };
    },
  };
};

/** Takes up what was set; the change is committed, so that a failure is only logged. */
const takeUpSafely = (stored: StoredSettings, log: AppContext['log']): Promise<void> =>
  stored.takeUp().catch((error: unknown) => log.error({ err: error }, 'settings could not be taken up'));

interface SettingParts extends Pick<AppContext, 'db' | 'now' | 'log'> {
  readonly config: Pick<Config, 'production' | 'settings'>;
  readonly stored: StoredSettings;
  readonly pictures: Pictures;
}

/** The settings that the first run asks for. */
export const firstRunSettings = (parts: SettingParts): FirstRunSettings => {
  const { db, log, stored } = parts;
  const source = parts.config.settings;
  const changer = createChanger({ ...parts, source });
  const changesOf = async (from: Kysely<Database>, given: FirstSettings): Promise<readonly Change[]> => {
    const rows = await rowsOf(from);
    return firstSettings.flatMap(one => {
      const [name, value = ''] = [FIRST[one], given[one]];
      return value === '' ? [] : [{ name, value, version: rows.get(name)?.version ?? 0 }];
    });
  };
  return {
    asks: () =>
      source.fromConsole ? firstSettings.filter(one => source.given(FIRST[one]) === undefined) : [],
    check: async given => changer.prepare(await changesOf(db, given)),
    set: async (trx, given, by) => {
      const changes = await changesOf(trx, given);
      return { subject: subjectOf(changes), ...(await changer.apply(trx, changes, by)) };
    },
    takeUp: () => takeUpSafely(stored, log),
  };
};

export const settingHandlers = (
  parts: SettingParts & {
    readonly decoder: PictureDecoder;
    /** Those that a sender in use has. */
    readonly channels: readonly Channel[];
  },
): ConsoleHandlers<'listSettings' | 'uploadMark' | 'changeSettings'> => {
  const { db, log, config, stored, pictures, decoder, channels } = parts;
  const { settings: source, production } = config;
  const changer = createChanger({ ...parts, source });

  const shown = (setting: Setting) => {
    const { name, form, what, here, usual, inConsole } = setting;
    const row = source.fromConsole ? stored.rows().get(name) : undefined;
    const given = source.given(name);
    const problem = stored.problems().get(name) ?? null;
    const own = inConsole && row?.value !== null && problem === null ? row?.value : undefined;
    const value = given ?? own;
    const constant = usualOf(usual, production);
    return {
      name,
      kind: form.kind,
      ...(form.kind === 'integer' ? { least: form.least, most: form.most } : {}),
      what,
      ...(here && { here }),
      guide: guideOf(what.en),
      source:
        given !== undefined
          ? ('environment' as const)
          : own !== undefined
            ? ('console' as const)
            : ('default' as const),
      value: value !== undefined && isShown(setting, value) ? value : null,
      usual:
        constant === undefined
          ? typeof usual === 'object' && 'en' in usual
            ? usual
            : null
          : String(constant),
      settable: inConsole === true && source.fromConsole && given === undefined,
      stored: row
        ? {
            value: row.value,
            version: row.version,
            changed_at: row.changed_at.getTime(),
            changed_by: row.changed_by,
            problem: given === undefined ? problem : null,
          }
        : null,
    };
  };

  return {
    listSettings: async () => {
      // What this operator changed on another process is shown, too.
      await stored.takeUp();
      return {
        from_console: source.fromConsole,
        groups: settingGroups.map(({ title, settings, tries = [], testsMessages, rules = null }) => ({
          title,
          settings: settings.map(shown),
          tries: [...tries],
          test_channels: testsMessages ? [...channels] : [],
          rules,
        })),
      };
    },

    uploadMark: async ({ body, operator, audit }) => {
      const bytes = Buffer.from(body.picture, 'base64');
      const name = await pictures.save(await decoder.decode(bytes, operator.id, 'mark'));
      await audit(db, { subject: name });
      return { mark: picturePath(name) };
    },

    changeSettings: async ({ body: { changes }, operator, audit }) => {
      await changer.prepare(changes);
      await transaction(db, async trx => {
        const facts = await changer.apply(trx, changes, operator.name);
        await audit(trx, { subject: subjectOf(changes), ...facts });
      });
      // This process must not answer with what was before.
      await takeUpSafely(stored, log);
      return {};
    },
  };
};
