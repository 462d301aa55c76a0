/** Programs of the system that tests start, installed from its packages where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Each program, or file of one, with the Debian package that has it. */
const production = {
  nginx: 'nginx-light',
  openssl: 'openssl',
  certutil: 'libnss3-tools',
  promtool: 'prometheus',
};
const backends = { 'nats-server': 'nats-server' };
const firefox = { 'firefox-esr': 'firefox-esr' };
const webkit = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const apache = {
  apache2: 'apache2',
  '/usr/lib/apache2/modules/mod_auth_openidc.so': 'libapache2-mod-auth-openidc',
};
const languages = { java: 'openjdk-17-jdk-headless', go: 'golang-go', python3: 'python3' };

/** Administrators' programs are not on every user's PATH. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @returns {string | undefined} the program's path */
const find = name =>
  (isAbsolute(name) ? [name] : folders().map(folder => join(folder, name))).find(path => existsSync(path));

/** Installs those that are missing. @returns their paths */
function programs(packages, purpose) {
  const missing = () => Object.keys(packages).filter(name => !find(name));
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing().join(', ')} from the system's packages …`);
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      // In run level 1 Debian's packages start no service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', ...missing().map(name => packages[name])], options);
  }
  const left = missing();
  if (left.length > 0)
    throw new Error(
      `${purpose} need ${left.join(', ')}: install the packages ${left.map(name => packages[name]).join(', ')}.`,
    );
  return Object.fromEntries(Object.keys(packages).map(name => [name, find(name)]));
}

/**
 * Paths of nginx, openssl, certutil and promtool; those that are missing are installed, which needs root and apt.
 * @returns {{nginx: string, openssl: string, certutil: string, promtool: string}}
 * @throws Error that names what to install
 */
export const systemPrograms = () => programs(production, 'The production tests');

/**
 * Path of nats-server, in the same way.
 * @returns {{'nats-server': string}}
 * @throws Error that names what to install
 */
export const backendPrograms = () => programs(backends, 'The tests of the engines of large installations');

/**
 * Path of Firefox ESR, in the same way.
 * @throws Error that names what to install
 */
export const firefoxProgram = () => programs(firefox, 'The browser tests in Firefox')['firefox-esr'];

/**
 * Installs Firefox ESR, WebKitGTK's driver with its MiniBrowser, and Xvfb, where that is possible.
 * @throws Error that names what to install
 */
export const enginePrograms = () => programs({ ...firefox, ...webkit }, 'The journeys in other engines');

/**
 * Paths of nats-server and nginx, in the same way.
 * @returns {{'nats-server': string, nginx: string}}
 * @throws Error that names what to install
 */
export const clusterPrograms = () =>
  programs({ ...backends, nginx: production.nginx }, 'The processes of npm run cluster');

/**
 * Installs Apache and its mod_auth_openidc, in the same way.
 * @throws Error that names what to install
 */
export const apacheProgram = () => programs(apache, 'The tests of sites behind Apache').apache2;

/**
 * Paths of java (17 or newer), go and python3, in the same way.
 * @returns {{java: string, go: string, python3: string}}
 * @throws Error that names what to install
 */
export const languagePrograms = () => programs(languages, 'The samples in other languages');
