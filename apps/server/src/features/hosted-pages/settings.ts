/** Settings of the hosted pages: the settings that the server writes into its pages, by their host. */
import type { PageSettings, SignInWay } from '@rollcall/contract';
import { type Reader, InvalidSetting } from '../../platform/config-reader.ts';
import { parsedPhrases, phrasesFile, type WrittenPhrases } from './phrases/phrases-file.ts';
import { pagesTable as table } from './settings-table.ts';

/** The pid and the product code that the pages of a host work for. */
export interface PageSite {
  readonly pid: string;
  readonly product: string;
}

export interface PagesSettings
  extends Pick<
    PageSettings,
    'domain' | 'cookiePrefix' | 'name' | 'mark' | 'clickMap' | 'support' | 'returnOrigins' | 'records'
  > {
  /** The site of every host that `hosts` does not name. */
  readonly site: PageSite;
  /** Sites by host name, in lower case. @default none */
  readonly hosts: ReadonlyMap<string, PageSite>;
  /**
   * The form's ways to sign in, of which `code` is left out where no text message can be sent.
   * @default code, password
   */
  readonly ways: readonly SignInWay[];
  /** The channels that the pages offer for codes, of those that can be sent over. @default sms, voice, email */
  readonly channels: PageSettings['channels'];
  /** The school's own phrases of the pages. Undefined: none. @default none */
  readonly phrases: WrittenPhrases | undefined;
  /** Colour of the main buttons, `#rrggbb`; undefined: that of the style sheet. @default the style sheet's */
  readonly colour: string | undefined;
}

/** The pid and product code of the pages where the lists of served ones are not set. */
const OWN = 'rollcall';

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Whether a host's name is the domain or below it. */
const within = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const cookieDomain =
  (issuer: string) =>
  (value: string): string => {
    const domain = value.toLowerCase().replace(/^\./, '');
    const host = new URL(issuer).hostname;
    if (HOST.test(domain) && domain.includes('.') && !/^[\d.]+$/.test(domain) && within(host, domain))
      return domain;
    throw new InvalidSetting(`the host of ROLLCALL_ISSUER (${host}) or a domain above it`, value);
  };

const cookiePrefix = (value: string): string => {
  if (/^[\w-]{1,40}$/.test(value)) return value;
  throw new InvalidSetting('1 to 40 letters, digits, - and _', value);
};

/** What the settings of the pages depend on. */
export interface ServedPages {
  readonly issuer: string;
  readonly origins: readonly string[] | 'loopback';
  readonly pids: readonly string[] | undefined;
  readonly products: readonly string[] | undefined;
}

/** `host=pid` or `host=pid/product`. */
const pageHost =
  ({ issuer, origins, pids, products }: ServedPages, domain: string | undefined) =>
  (value: string): readonly [string, PageSite] => {
    const [, host = '', pid = '', named] = /^([^=]+)=([^/]+)(?:\/(.+))?$/.exec(value) ?? [];
    const product = named ?? (products?.includes(pid) ? pid : (products?.[0] ?? pid));
    const name = host.toLowerCase();
    if (!HOST.test(name) || pid === '')
      throw new InvalidSetting('entries like a.school.example=pid/product, with commas between', value);
    if (pids && !pids.includes(pid)) throw new InvalidSetting('pids out of ROLLCALL_PIDS', value);
    if (products && !products.includes(product))
      throw new InvalidSetting('product codes out of ROLLCALL_PRODUCTS', value);
    if (domain !== undefined && !within(name, domain))
      throw new InvalidSetting(`hosts of ROLLCALL_COOKIE_DOMAIN (${domain})`, value);
    // Elsewhere passkeys and the way back after a sign-in would not work.
    const known =
      origins === 'loopback' || [issuer, ...origins].some(origin => new URL(origin).hostname === name);
    if (!known) throw new InvalidSetting(`hosts of ROLLCALL_ORIGINS: add https://${name} there`, value);
    return [name, { pid, product }];
  };

/** Reads ROLLCALL_PAGE_HOSTS. */
const pageHosts = (
  reader: Reader,
  served: ServedPages,
  domain: string | undefined,
): ReadonlyMap<string, PageSite> => {
  const listed = reader.list('ROLLCALL_PAGE_HOSTS', pageHost(served, domain)) ?? [];
  const hosts = new Map(listed);
  const twice = listed.find((entry, at) => listed.findIndex(([host]) => host === entry[0]) < at);
  if (twice) reader.wrong('ROLLCALL_PAGE_HOSTS', twice[0], 'each host once');
  return hosts;
};

/** The form's own ways; WeChat and QQ are offered where an app is configured. */
const FORM_WAYS = ['code', 'password'] as const;

const way = (value: string): SignInWay => {
  const known = FORM_WAYS.find(name => name === value);
  if (known === undefined) throw new InvalidSetting(`names out of ${FORM_WAYS.join(', ')}`, value);
  return known;
};

const CHANNELS = ['sms', 'voice', 'email'] as const;

const channel = (value: string): (typeof CHANNELS)[number] => {
  const known = CHANNELS.find(name => name === value);
  if (known === undefined) throw new InvalidSetting(`names out of ${CHANNELS.join(', ')}`, value);
  return known;
};

/** A name of 1 to 40 characters, none of which is special in HTML. */
const name = (value: string): string => {
  if ([...value].length <= 40 && !/[<>&"\p{Cc}]/u.test(value)) return value;
  throw new InvalidSetting('a name of 1 to 40 characters without <, >, & and "', value);
};

const address =
  (protocols: RegExp, example: string) =>
  (value: string): string => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && protocols.test(url.protocol) && !/["'<>\s]/.test(value)) return value;
    throw new InvalidSetting(`a URL like ${example}`, value);
  };

/** A picture of any place, or where operators set it, one that they uploaded: another installation has not that. */
const mark =
  (stored: boolean) =>
  (value: string): string =>
    stored && /^\/pictures\/[0-9a-f]{32}\.webp$/.test(value)
      ? value
      : address(/^https:$/, 'https://school.example/mark.svg')(value);

const ICP = /^\p{Script=Han}ICP[备证]\d{6,10}号(?:-\d{1,3})?$/u;
const POLICE = /^\p{Script=Han}公网安备 ?\d{13,14}号$/u;

const record =
  (form: RegExp, example: string) =>
  (value: string): string => {
    if (form.test(value)) return value;
    throw new InvalidSetting(`a record like ${example}`, value);
  };

/** Reads ROLLCALL_ICP and ROLLCALL_POLICE_RECORD. */
const records = (reader: Reader): PageSettings['records'] => {
  const icp = reader.checked('ROLLCALL_ICP', record(ICP, '京ICP备12345678号-1'));
  const police = reader.checked('ROLLCALL_POLICE_RECORD', record(POLICE, '京公网安备11010502030000号'));
  const digits = police?.replaceAll(/\D/g, '');
  return icp === undefined && police === undefined
    ? undefined
    : [
        ...(icp === undefined ? [] : [[icp, 'https://beian.miit.gov.cn/'] as const]),
        ...(police === undefined
          ? []
          : [[police, `https://beian.mps.gov.cn/#/query/webSearch?code=${digits}`] as const]),
      ];
};

/** Contrast that the words on a button need (WCAG 2.2, 1.4.3), as a ratio. */
const CONTRAST = 4.5;

/** Contrast of a colour with white, as a ratio (WCAG 2.2). */
const contrastWithWhite = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
};

const colour = (value: string): string => {
  if (!/^#[\da-f]{6}$/i.test(value)) throw new InvalidSetting('a colour like #1f4b8f', value);
  const contrast = contrastWithWhite(value);
  if (contrast < CONTRAST)
    throw new InvalidSetting(
      `a darker colour: white words on it need a contrast of ${CONTRAST}, and it has ${contrast.toFixed(1)}`,
      value,
    );
  return value.toLowerCase();
};

/** Reads the variables of the hosted pages. */
export const pagesSettings = (reader: Reader, served: ServedPages): PagesSettings => {
  const { issuer, origins, pids, products } = served;
  const domain = reader.checked('ROLLCALL_COOKIE_DOMAIN', cookieDomain(issuer));
  const chinese = reader.checked('ROLLCALL_NAME', name);
  const english = reader.checked('ROLLCALL_NAME_EN', name);
  const known = chinese ?? english;
  const hosts = pageHosts(reader, served, domain);
  return {
    domain,
    cookiePrefix: reader.checked('ROLLCALL_COOKIE_PREFIX', cookiePrefix),
    site: { pid: pids?.[0] ?? OWN, product: products?.[0] ?? OWN },
    hosts,
    name: known === undefined ? undefined : { 'zh-CN': known, en: english ?? known },
    mark: reader.checked('ROLLCALL_MARK', mark(reader.given('ROLLCALL_MARK') === undefined)),
    colour: reader.checked('ROLLCALL_COLOUR', colour),
    phrases: reader.file('ROLLCALL_PHRASES', phrasesFile, parsedPhrases),
    ways: reader.list('ROLLCALL_SIGN_IN_WAYS', way) ?? FORM_WAYS,
    channels: reader.list('ROLLCALL_PAGE_CHANNELS', channel) ?? CHANNELS,
    clickMap: reader.oneOf(table.ROLLCALL_CLICK_MAP) === 'on',
    support: reader.checked(
      'ROLLCALL_SUPPORT',
      address(/^(?:https|mailto|tel):$/, 'mailto:help@school.example'),
    ),
    records: records(reader),
    // Only origins of the cookies' domain: elsewhere the person would not be signed in.
    returnOrigins:
      domain === undefined || origins === 'loopback'
        ? []
        : [
            // For pages of other hosts the issuer is another origin, of which ROLLCALL_ORIGINS says nothing.
            ...new Set([...(hosts.size > 0 ? [new URL(issuer).origin] : []), ...origins]),
          ].filter(origin => within(new URL(origin).hostname, domain)),
  };
};
