/** Finds a Chromium, or installs the system's package where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.ROLLCALL_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const findChromium = () => places.find(place => place && existsSync(place));

/** The program itself: the script of the same name in /usr/bin survives when a test kills it, and so does the browser. */
const debianShell = '/usr/lib/chromium/chromium-headless-shell';

/** Whether the system has a font for Chinese; without one its characters are boxes of another width. */
const hasChineseFont = () =>
  (spawnSync('fc-list', [':lang=zh', 'file'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';

/** Installs what the browser tests lack from the system's packages, where that is possible. */
function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const chromium = findChromium() ?? '/usr/bin/chromium';
  const missing = [
    ...(existsSync(chromium) ? [] : ['chromium']),
    ...(chromium === '/usr/bin/chromium' && !existsSync(debianShell) ? ['chromium-headless-shell'] : []),
    ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ];
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} from the system's packages …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  // One at a time: not every release has the shell.
  for (const name of missing) spawnSync('apt-get', ['install', '-y', '-qq', name], options);
}

export function ensureChromium() {
  install();
  const installed = findChromium();
  if (installed && process.platform === 'linux' && !hasChineseFont())
    console.warn(
      'There is no font for Chinese: the browser tests measure pages with boxes in place of characters.',
    );
  if (installed) return installed;
  console.error('The browser tests need Chromium: install it, or name it in ROLLCALL_CHROMIUM.');
  process.exit(1);
}

/**
 * Debian's build of Chromium without a window, of the same version, which takes about half of the processor time; the
 * whole browser where there is none.
 */
const headlessShell = chromium => {
  const { ROLLCALL_HEADLESS_SHELL: named, ROLLCALL_CHROMIUM: other } = process.env;
  return named ?? other ?? (existsSync(debianShell) ? debianShell : chromium);
};

/** The variables that the browser tests take their browser from; it is installed where it is missing and that is possible. */
export const browserPrograms = () => {
  const chromium = ensureChromium();
  return { ROLLCALL_CHROMIUM: chromium, ROLLCALL_HEADLESS_SHELL: headlessShell(chromium) };
};
