/** Admins' calls about settings: all are shown, some are set. */
import { type FirstSetting, firstSettings } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { FirstRunSettings } from '../features/console/context.ts';
import type { AppContext } from '../http/context.ts';
import type { ConsoleHandlers } from '../http/console-handler.ts';
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
/** Characters of a value in the audit log. */
const AUDITED = 500;

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

const audited = (value: string | null): string | null => value && maskText(value).slice(0, AUDITED);

interface Change {
  readonly name: string;
  readonly value: string | null;
  readonly version: number;
}

interface ChangeParts {
  readonly now: () => number;
  readonly source: SettingsSource;
  readonly stored: StoredSettings;
}

/**
 * Makes what sets settings within a transaction.
 * @throws the refusals of changeSettings
 */
const createChange =
  ({ now, source, stored }: ChangeParts) =>
  async (within: Kysely<Database>, changes: readonly Change[], by: string) => {
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
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(within);
    const rows = new Map((await readRows(within)).map(row => [row.name, row]));
    const texts = new Map(textsOf(rows.values()));
    for (const { name, value, version } of changes) {
      if ((rows.get(name)?.version ?? 0) !== version)
        throw refuse('Conflict', { message: `Somebody else changed ${name} since.`, data: { field: name } });
      const text = value?.trim() ?? '';
      if (text === '') texts.delete(name);
      else texts.set(name, text);
    }
    // What others set before and a new release refuses keeps nobody from setting something else.
    for (const name of stored.problems().keys())
      if (!changes.some(change => change.name === name)) texts.delete(name);
    const [problem] = (await stored.check(texts)).problems;
    if (problem) throw refuse('InvalidRequest', { message: problem.text, data: { field: problem.name } });
    for (const { name, version } of changes) {
      const set = {
        value: texts.get(name) ?? null,
        version: version + 1,
        changed_at: new Date(now()),
        changed_by: by,
      };
      await within
        .insertInto('settings')
        .values({ name, ...set })
        .onConflict(conflict => conflict.column('name').doUpdateSet(set))
        .execute();
    }
    const valuesOf = (of: (name: string) => string | null | undefined) =>
      Object.fromEntries(changes.map(({ name }) => [name, audited(of(name) ?? null)]));
    return { before: valuesOf(name => rows.get(name)?.value), after: valuesOf(name => texts.get(name)) };
  };

/** What the first run asks for, by the variables. */
const FIRST: Readonly<Record<FirstSetting, string>> = {
  name: 'ROLLCALL_NAME',
  name_en: 'ROLLCALL_NAME_EN',
  mark: 'ROLLCALL_MARK',
  colour: 'ROLLCALL_COLOUR',
};

/** Takes up what was set; the change is committed, so that a failure is only logged. */
const takeUpSafely = (stored: StoredSettings, log: AppContext['log']): Promise<void> =>
  stored.takeUp().catch((error: unknown) => log.error({ err: error }, 'settings could not be taken up'));

interface SettingParts extends Pick<AppContext, 'db' | 'now' | 'log'> {
  readonly config: Pick<Config, 'production' | 'settings'>;
  readonly stored: StoredSettings;
}

/** The settings that the first run asks for. */
export const firstRunSettings = ({ now, log, config, stored }: SettingParts): FirstRunSettings => {
  const source = config.settings;
  const change = createChange({ now, source, stored });
  return {
    asks: () =>
      source.fromConsole ? firstSettings.filter(one => source.given(FIRST[one]) === undefined) : [],
    set: async (within, given, by) => {
      const versions = new Map((await readRows(within)).map(({ name, version }) => [name, version]));
      const changes = firstSettings.flatMap(one => {
        const [name, value = ''] = [FIRST[one], given[one]];
        return value === '' ? [] : [{ name, value, version: versions.get(name) ?? 0 }];
      });
      await change(within, changes, by);
    },
    takeUp: () => takeUpSafely(stored, log),
  };
};

export const settingHandlers = ({
  db,
  now,
  log,
  config,
  stored,
  pictures,
  decoder,
}: SettingParts & { readonly pictures: Pictures; readonly decoder: PictureDecoder }): ConsoleHandlers<
  'listSettings' | 'uploadMark' | 'changeSettings'
> => {
  const { settings: source, production } = config;
  const change = createChange({ now, source, stored });

  const shown = (setting: Setting) => {
    const { name, form, what, usual, inConsole } = setting;
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
        groups: settingGroups.map(({ title, settings }) => ({
          title,
          settings: settings.map(shown),
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
      await transaction(db, async within => {
        const facts = await change(within, changes, operator.name);
        const subject = changes
          .map(({ name }) => name)
          .join(' ')
          .slice(0, 200);
        await audit(within, { subject, ...facts });
      });
      // This process must not answer with what was before.
      await takeUpSafely(stored, log);
      return {};
    },
  };
};
