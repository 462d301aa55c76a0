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

export const findChromium = () => places.find(place => place && existsSync(place));

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(...packages) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], options);
}

export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (isDebianRoot()) {
    console.log("Installing Chromium from the system's packages …");
    install('chromium', 'fonts-noto-cjk');
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error('The browser tests need Chromium: install it, or name it in ROLLCALL_CHROMIUM.');
  process.exit(1);
}

/** The program itself: the script of the same name in /usr/bin stays alive when a test kills it, and the browser with it. */
const debianShell = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Finds Debian's build of Chromium without its window, of the same version, which takes about half of the processor time; or
 * installs it where that is possible.
 * @param chromium what is used where there is none
 */
export function ensureHeadlessShell(chromium) {
  const { ROLLCALL_HEADLESS_SHELL: named, ROLLCALL_CHROMIUM: other } = process.env;
  if (named || other) return named ?? other;
  if (!existsSync(debianShell) && chromium === '/usr/bin/chromium' && isDebianRoot()) {
    console.log("Installing Chromium's headless shell from the system's packages …");
    install('chromium-headless-shell');
  }
  return existsSync(debianShell) ? debianShell : chromium;
}
