/** What a User-Agent says of a device, in the names that people know. */
import bowser from 'bowser';
import { LruCache } from './lru-cache.ts';

export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: 'desktop' | 'phone' | 'tablet' | 'other';
}

const kinds: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};

/** Browsers that bowser takes for Chrome or Safari, or names otherwise than people do; apps go before the browsers inside them. */
const byWords: readonly (readonly [name: string, word: RegExp])[] = [
  // also says that it is WeChat
  ['WeCom', /\bwxwork\/(\d+)/i],
  ['WeChat', /\bMicroMessenger\/(\d+)/i],
  ['QQ', /\bQQ\/(\d+)/],
  ['QQ Browser', /\bM?QQBrowser(?:Lite)?\/(\d+)/i],
  ['UC Browser', /\bU(?:CWEB|C? ?Browser)\/(\d+)/i],
  ['Huawei Browser', /\bHuaweiBrowser\/(\d+)/i],
  ['360 Browser', /\b(?:QihooBrowser\/|360 (?:Aphone|Alitephone) Browser \()(\d+)/i],
  ['360 Browser', /\b(?:QIHU 360[SE]E|360[SE]E)\b/],
];

const byWord = (userAgent: string): Named | undefined => {
  for (const [name, word] of byWords) {
    const found = word.exec(userAgent);
    if (found) return { name, version: found[1] };
  }
  return undefined;
};

interface Named {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

const read = (userAgent: string): { browser: Named; system: Named; kind: Device['kind'] } => {
  const { browser, os, platform } = bowser.parse(userAgent);
  // Windows tells its inner number (NT 10.0) and the name that people know apart.
  const windows = os.name === 'Windows';
  return {
    browser: byWord(userAgent) ?? { name: browser.name, version: browser.version?.split('.')[0] },
    system: {
      name: os.name,
      version: windows ? os.versionName || os.version : os.version?.split('.')[0],
    },
    kind: kinds[platform.type ?? ''] ?? 'other',
  };
};

const joined = ({ name, version }: Named): string | null =>
  name ? `${name}${version ? ` ${version}` : ''}` : null;

/** Names browser and system with the numbers that people know: `Chrome 128`, `Windows 10`, `iOS 17`. */
export const describeDevice = (userAgent: string): Device => {
  if (userAgent === '') return { browser: null, system: null, kind: 'other' };
  const { browser, system, kind } = read(userAgent);
  return { browser: joined(browser), system: joined(system), kind };
};

/** User agents whose names are remembered: to read one takes longer than all else of an event or a report. */
const NAMED = 2_000;
const named = new LruCache<string, Device>(NAMED);

/** As `describeDevice`, without the numbers, so that devices are counted by few names that stay: `Chrome`, `Windows`, `iOS`. */
export const nameDevice = (userAgent: string): Device => {
  if (userAgent === '') return { browser: null, system: null, kind: 'other' };
  const before = named.get(userAgent);
  if (before) return before;
  const { browser, system, kind } = read(userAgent);
  const device: Device = {
    browser: browser.name?.replace('Microsoft Edge', 'Edge') || null,
    system: system.name || null,
    kind,
  };
  named.set(userAgent, device);
  return device;
};
