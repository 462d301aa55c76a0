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

export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log("Installing Chromium from the system's packages …");
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], options);
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error('The browser tests need Chromium: install it, or name it in ROLLCALL_CHROMIUM.');
  process.exit(1);
}
