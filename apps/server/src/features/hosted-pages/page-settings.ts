/** The settings that the documents of a site carry. */
import type { PageSettings, SignInWay } from '@rollcall/contract';
import type { HttpSettings } from '../../http/settings.ts';
import type { Site } from '../../http/site-foot.ts';
import type { PageSite, PagesSettings } from './settings.ts';

export interface HostedPagesSettings extends Pick<HttpSettings, 'production' | 'web' | 'staticUrl'> {
  /** Whether the server runs from its published package, whose commands are not those of the repository. */
  readonly packaged: boolean;
  readonly env: PageSettings['env'];
  /** The public URL. */
  readonly issuer: string;
  readonly pages: PagesSettings & Pick<Site, 'foot'>;
  /** The channels over which codes can be sent. */
  readonly channels: PageSettings['channels'];
  /** Whether the sessions of an older site are converted. */
  readonly converts: boolean;
  /** The third parties with an app. */
  readonly thirdParties: readonly SignInWay[];
  /** Whether WeChat has a website app, whose QR code stands on the sign-in page. */
  readonly wechatCode: boolean;
}

/** The channels that the pages offer. */
const offeredChannels = ({ pages, channels }: HostedPagesSettings): PageSettings['channels'] =>
  channels.filter(channel => pages.channels.includes(channel));

/** Whether a code can be sent by e-mail where codes are offered. */
export const offersEmail = (config: HostedPagesSettings): boolean =>
  config.pages.ways.includes('code') && offeredChannels(config).includes('email');

/** The commands of sample data, as docs/production.md has them for a clone and for the package. */
const sampleCommands = (packaged: boolean): PageSettings['sample'] => {
  const make = packaged ? 'npx --no-install rollcall-server sample' : 'npm run sample';
  return { make, remove: `${make} ${packaged ? '' : '-- '}--remove` };
};

/** The settings of a site's pages. Without a sender of text messages sign-in by a code to a phone is not offered. */
export const settingsOf = (config: HostedPagesSettings, site: PageSite): PageSettings => {
  const { domain, cookiePrefix, name, mark, clickMap, support, returnOrigins, records } = config.pages;
  const channels = offeredChannels(config);
  const form = config.pages.ways.filter(way => way !== 'code' || channels.includes('sms'));
  const { env, converts } = config;
  return {
    env,
    ...site,
    domain,
    cookiePrefix,
    name,
    mark,
    ways: [
      ...(form.length > 0 ? form : (['password'] as const)),
      ...(offersEmail(config) ? (['email'] as const) : []),
      ...config.thirdParties,
    ],
    channels,
    converts,
    clickMap,
    returnOrigins,
    support,
    records,
    sample: config.production ? undefined : sampleCommands(config.packaged),
  };
};
