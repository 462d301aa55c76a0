/** The provider of OpenID Connect, opened at its first use: a school without clients neither loads the library nor has its keys. */
import type { Logger } from 'pino';
import type { Site } from '../../../http/site-foot.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Words } from '../../../platform/words.ts';
import type { Secret } from '../../../platform/derive-key.ts';
import { type OpenidKeys, openOpenidKeys } from './keys.ts';
import type { OpenidSessionSettings } from './openid-session.ts';
import { createProviderPages, type OpenidWords } from './pages.ts';
import type { BuiltProvider } from './provider.ts';

export interface Openid {
  readonly settings: OpenidSessionSettings;
  /** The provider with the keys that sign now. @throws the refusal NotFound where there was never a client */
  provider(): Promise<BuiltProvider>;
  /** Takes up the keys that other servers made, where it is open. */
  takeUpKeys(): Promise<void>;
  /** Makes the next keys where they are due, and there were any. */
  rotateKeys(): Promise<void>;
}

export interface OpenidApp extends Pick<OpenidSessionSettings, 'db' | 'now'> {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly config: Pick<OpenidSessionSettings, 'minors' | 'secondFactorPids'> & {
    readonly secret: Secret;
    readonly issuer: string;
    readonly pages: Site;
    readonly words: { readonly served: { readonly openid: Words<OpenidWords> } };
  };
}

export const createOpenid = ({ db, now, log, config }: OpenidApp): Openid => {
  const { secret, issuer, minors, secondFactorPids } = config;
  const pages = createProviderPages(config.words.served.openid, config.pages);
  const deps = { db, now, log, secret, issuer, minors, secondFactorPids, pages };
  let opening: Promise<{ keys: OpenidKeys; build: () => BuiltProvider }> | undefined;
  let built: { readonly version: string; readonly provider: BuiltProvider } | undefined;

  const open = async () => {
    const [library, { buildProvider }, keys] = await Promise.all([
      import('oidc-provider'),
      import('./provider.ts'),
      openOpenidKeys(deps),
    ]);
    return { keys, build: () => buildProvider(library, { ...deps, keys }) };
  };
  return {
    settings: deps,
    provider: async () => {
      if (!opening && !(await db.selectFrom('openid_clients').select('id').limit(1).executeTakeFirst()))
        throw refuse('NotFound');
      opening ??= open().catch((error: unknown) => {
        // The next request tries again.
        opening = undefined;
        throw error;
      });
      const { keys, build } = await opening;
      const { version } = keys.current();
      // It takes its keys when it is built; all else of it is in the database.
      if (built?.version !== version) built = { version, provider: build() };
      return built.provider;
    },
    rotateKeys: async () => {
      if (await db.selectFrom('openid_keys').select('kid').limit(1).executeTakeFirst())
        await (await (opening ? opening.then(({ keys }) => keys) : openOpenidKeys(deps))).rotate();
    },
    takeUpKeys: async () => {
      if (opening) await (await opening).keys.takeUp();
    },
  };
};
