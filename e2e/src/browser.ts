/** The system's Chromium. */
import { type Browser, chromium } from 'playwright-core';

/** @param options.args more of its arguments. @param options.home its home folder, where it finds certificates to trust */
export const launch = ({
  args = [],
  home,
}: {
  args?: readonly string[];
  home?: string;
} = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['ROLLCALL_CHROMIUM'] ?? '/usr/bin/chromium',
    ...(home === undefined ? {} : { env: { ...process.env, HOME: home } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });

/** The sizes, themes and languages in which every page is looked at. */
export const looks = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
].flatMap(viewport =>
  (['light', 'dark'] as const).flatMap(colorScheme =>
    (['zh-CN', 'en'] as const).map(locale => ({
      name: `${viewport.width}-${colorScheme}-${locale}`,
      options: { viewport, colorScheme, locale, extraHTTPHeaders: { 'Accept-Language': locale } },
    })),
  ),
);
