/** The third parties that are configured, and their errors as refusals of the catalogue. */
import type { Provider, ThirdParty } from '@rollcall/contract';
import type { Logger } from 'pino';
import { refuse } from '../../../../platform/refusal.ts';
import { createQq } from './qq.ts';
import type { ThirdPartySettings } from './settings.ts';
import type { Identity } from '../../../../identity/third-party-identity.ts';
import { VendorError } from '../../../../platform/vendor-http.ts';
import { type Trial, tryVendor } from '../../../../platform/vendor-trial.ts';
import type { Vendor, VendorApp } from './vendor.ts';
import { createWechat, SnapshotPerson } from './wechat.ts';

/** Seconds until the next attempt, where the vendor is down. */
const RETRY_AFTER = 10;

export interface Authorisation {
  readonly code: string;
  /** Undefined: the first app that is configured. */
  readonly appid: string | undefined;
  readonly redirectUri?: string | undefined;
}

export interface ThirdParties {
  /** What the browser needs to open the vendor's page. */
  list(): ThirdParty[];
  /**
   * Exchanges the vendor's authorisation code for the person's identity.
   * @throws the refusal WechatError or QqError; with `retry_after` (seconds) where only later helps.
   */
  identify(provider: Provider, authorisation: Authorisation): Promise<Identity>;
  /** The same, with the person's name at the vendor; undefined if the vendor does not send it. */
  identifyByName(
    provider: Provider,
    authorisation: Authorisation,
  ): Promise<{ readonly identity: Identity; readonly name: string | undefined }>;
}

/** Characters of a name that are shown. */
const NAME = 40;

/** A name in one line, without what is invisible or turns the direction of the text around it. */
const shown = (name: string | undefined): string | undefined =>
  [...(name ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, NAME).join('') || undefined;

const refusals = { wechat: 'WechatError', qq: 'QqError' } as const;
const titles = { wechat: 'WeChat', qq: 'QQ' } as const;

type Vendors = Readonly<Record<Provider, ReadonlyMap<string, Vendor>>>;

/** The vendors of each app, by its id. */
const vendorsOf = ({ wechat, qq, timeoutMs }: ThirdPartySettings): Vendors => {
  const wechatVendor = (app: VendorApp, serviceAccount: boolean) =>
    [app.appid, createWechat(app, { base: wechat.apiUrl, serviceAccount }, timeoutMs)] as const;
  return {
    wechat: new Map([
      ...wechat.apps.map(app => wechatVendor(app, false)),
      ...wechat.serviceApps.map(app => wechatVendor(app, true)),
    ]),
    qq: new Map(qq.apps.map(app => [app.appid, createQq(app, qq, timeoutMs)])),
  };
};

/** Asks a third party whether it accepts the keys of each app: about a code that it never gave. */
export const tryThirdParty = (
  settings: ThirdPartySettings,
  provider: Provider,
): Promise<readonly ({ readonly name: string } & Trial)[]> =>
  Promise.all(
    [...vendorsOf(settings)[provider]].map(async ([name, vendor]) => ({
      name,
      ...(await tryVendor(() => vendor.identify('rollcall-trial', undefined))),
    })),
  );

export const createThirdParties = (
  settings: ThirdPartySettings,
  log: Pick<Logger, 'warn' | 'error'>,
): ThirdParties => {
  const { wechat, qq } = settings;
  const vendors = vendorsOf(settings);

  const refusalOf = (provider: Provider, error: VendorError) => {
    const { kind, reason } = error;
    const title = titles[provider];
    if (error instanceof SnapshotPerson) {
      return refuse(refusals[provider], {
        message: 'WeChat shows this page as a snapshot. Open the full page, and sign in there.',
        data: { snapshot: true },
      });
    }
    // A code that is used up is everyday; a vendor that is down or refuses us is for the operator.
    if (kind !== 'refused')
      log[kind === 'misconfigured' ? 'error' : 'warn']({ provider, reason }, 'third party');
    return kind === 'refused'
      ? refuse(refusals[provider], {
          message: `${title} did not accept this sign-in: it is over or was used already. Please start it again.`,
        })
      : refuse(refusals[provider], {
          message: `${title} cannot be reached at the moment. Please try again later.`,
          data: { retry_after: RETRY_AFTER },
        });
  };

  return {
    list: () => [
      ...wechat.apps.map(({ appid }) => ({
        provider: 'wechat' as const,
        appid,
        authorize_url: `${wechat.openUrl}/connect/qrconnect`,
        script_url: wechat.scriptUrl,
      })),
      ...wechat.serviceApps.map(({ appid }) => ({
        provider: 'wechat' as const,
        appid,
        kind: 'service' as const,
        authorize_url: `${wechat.openUrl}/connect/oauth2/authorize`,
      })),
      ...qq.apps.map(({ appid }) => ({
        provider: 'qq' as const,
        appid,
        authorize_url: `${qq.url}/oauth2.0/authorize`,
      })),
    ],

    identify: async (provider, authorisation) => (await identify(provider, authorisation)).identity,

    identifyByName: async (provider, authorisation) => {
      const { identity, name } = await identify(provider, authorisation);
      try {
        return { identity, name: shown(await name()) };
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
        log.warn({ provider, reason: error.reason }, 'third party: no name');
        return { identity, name: undefined };
      }
    },
  };

  async function identify(provider: Provider, { code, appid, redirectUri }: Authorisation) {
    const known = vendors[provider];
    const vendor = appid === undefined ? [...known.values()][0] : known.get(appid);
    if (!vendor) {
      throw refuse(refusals[provider], {
        message: `Signing in with ${titles[provider]} is not offered here.`,
      });
    }
    try {
      return await vendor.identify(code, redirectUri);
    } catch (error) {
      throw error instanceof VendorError ? refusalOf(provider, error) : error;
    }
  }
};
