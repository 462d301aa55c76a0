/**
 * A school in production, on the hosts of `school.test`: the server with the variables of docs/production.md, behind nginx
 * with the configuration of that guide, a PostgreSQL of its own, its sites, a mail server and simulated vendors over https.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { serveMail } from '../../../apps/server/src/messages/testing/mail-server.ts';
import { startEmbeddedDatabase } from '../../../apps/server/src/platform/database/embedded/supervisor.ts';
import { connectionUrl } from '../../../apps/server/src/platform/database/embedded/testing/connection-url.ts';
import { sample } from '../../../tools/samples.mjs';
import { simulatedHumanVerification, simulatedThirdParties } from '../../../tools/simulated.mjs';
import { launch } from '../browser.ts';
import { type ConsoleServer, startConsoleServer } from '../console.ts';
import { startSimulators } from '../simulators.ts';
import { type Killable, launchKillable } from '../usage-browser.ts';
import { makeCertificates, readCertificates } from './certificates.ts';
import { type Nginx, reservePorts, startNginx } from './nginx.ts';
import { buildSite } from './site.ts';

const DOMAIN = 'school.test';
export const accounts = `https://accounts.${DOMAIN}`;
export const www = `https://www.${DOMAIN}`;
export const club = `https://club.${DOMAIN}`;
export const other = `https://a.${DOMAIN}`;
const LOGIN = { user: 'rollcall', password: 'password' };

/** The guides' example domain, as the test's. */
const hosts = (text: string): string => text.replaceAll('school.example', DOMAIN);

/** The variables of a block of the guide. */
const variables = (file: string): Record<string, string> =>
  Object.fromEntries(
    hosts(sample(file))
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface School {
  readonly server: ConsoleServer;
  readonly nginx: Nginx;
  /** Trusts the school's certificates, and finds its hosts. */
  readonly browser: Browser;
  /** Opens a window of the browser that people use, in English: the tabs behind the one in front are hidden. */
  openWindow(): Promise<Killable>;
  readonly metricsToken: string;
  /** Where nginx listens for https: a browser finds it without the port, other programs do not. */
  readonly port: number;
  /** The certificate of the school's authority, as PEM. */
  readonly ca: string;
  /** Asks nginx on a host of the school, over https unless the URL is http: GET, or PUT with a body. */
  ask(url: string, headers?: Record<string, string>, body?: Buffer): Promise<Answer>;
  /** The newest code that a text message took to a number, or a mail to an address. */
  code(to: string): Promise<string>;
  /** The text of the newest message to a number or an address. */
  message(to: string): Promise<string>;
  /** Resets the limits of the text message vendor. */
  resetLimits(): Promise<void>;
  stop(): Promise<void>;
}

export interface SchoolOptions {
  /** More of the server's variables. */
  readonly env?: Record<string, string>;
  /** Offers WeChat, QQ and the vendors of human verification. */
  readonly vendors?: boolean;
  /** Further hosts of nginx; PORT in them is the https port. */
  readonly hosts?: string;
}

const SILENT_LOG = { info: () => {}, warn: () => {}, error: () => {} };

export const startSchool = async (options: SchoolOptions = {}): Promise<School> => {
  const { env = {}, vendors = false } = options;
  const stops: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-school-'));
    stops.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const at = (name: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      return join(folder, name);
    };
    const certificates = makeCertificates(at('certificates'), DOMAIN);
    const pem = readCertificates(certificates);
    const [ports, mail, simulators, database] = await Promise.all([
      reservePorts(),
      serveMail({ tls: 'implicit', certificate: pem, login: LOGIN }),
      startSimulators({ SIMULATORS_REDIRECT_HOSTS: `accounts.${DOMAIN}` }),
      startEmbeddedDatabase({ folder: at('database'), log: SILENT_LOG }),
      buildSite(at('site'), hosts),
    ]);
    stops.push(
      () => ports.release(),
      () => database.stop(),
      () => simulators.stop(),
      () => mail.stop(),
    );
    const gateway = `https://gateway.${DOMAIN}:${ports.https}`;
    const metricsToken = randomBytes(16).toString('hex');
    const server = await startConsoleServer(at('data'), {
      // Variables of the tests themselves would be refused as unknown.
      ...Object.fromEntries(
        Object.keys(process.env)
          .filter(name => name.startsWith('ROLLCALL_'))
          .map(name => [name, '']),
      ),
      ...variables('production/rollcall.env'),
      ...variables('production/aliyun.env'),
      ROLLCALL_SECRET: randomBytes(36).toString('base64'),
      ROLLCALL_METRICS_TOKEN: metricsToken,
      ROLLCALL_DATABASE_URL: connectionUrl(database.connection),
      ROLLCALL_DATA: at('data'),
      ROLLCALL_SMTP_URL: `smtps://${LOGIN.user}:${LOGIN.password}@mail.${DOMAIN}:${new URL(mail.url).port}`,
      ROLLCALL_ALIYUN_ACCESS_KEY_ID: 'aliyun-simulator-key',
      ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'aliyun-simulator-secret',
      ROLLCALL_ALIYUN_SMS_SIGN: 'Rollcall',
      ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_20260109, en=SMS_20260209',
      ROLLCALL_ALIYUN_SMS_URL: `${gateway}/aliyun/dysmsapi`,
      ...(vendors ? { ...simulatedThirdParties(gateway), ...simulatedHumanVerification(gateway) } : {}),
      ...env,
      NODE_EXTRA_CA_CERTS: certificates.ca,
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'test-hosts.mjs')).href}`,
    });
    stops.push(() => server.stop());
    const nginx = await startNginx({
      folder: at('nginx'),
      certificates,
      server: Number(new URL(server.url).port),
      // The pages of `club` are those of another pid, if its variables say so.
      hosts: text => hosts(text).replaceAll('server_name accounts.', `server_name club.${DOMAIN} accounts.`),
      ports,
      more: `
server {
  listen 127.0.0.1:PORT ssl;
  server_name www.${DOMAIN} a.${DOMAIN};
  root ${at('site')};
}
server {
  listen 127.0.0.1:PORT ssl;
  server_name gateway.${DOMAIN};
  location / {
    proxy_pass ${simulators.url};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto https;
  }
}
${options.hosts ?? ''}`,
    });
    stops.push(() => nginx.stop());
    const finds = {
      home: certificates.home,
      args: [
        '--disable-blink-features=AutomationControlled',
        `--host-resolver-rules=MAP *.${DOMAIN} 127.0.0.1:${ports.https}`,
      ],
    };
    const browser = await launch(finds);
    stops.push(() => browser.close());

    const ask: School['ask'] = (url, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const { protocol, hostname, pathname, search } = new URL(url);
        const secure = protocol === 'https:';
        (secure ? request : plainRequest)(
          {
            method: body ? 'PUT' : 'GET',
            host: '127.0.0.1',
            port: secure ? ports.https : ports.http,
            servername: hostname,
            path: pathname + search,
            headers: { host: hostname, ...headers },
            ca: pem.ca,
          },
          response => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        )
          .on('error', reject)
          .end(body);
      });
    const sent = async (to: string): Promise<string> => {
      if (to.includes('@')) {
        const message = String(mail.accepted.findLast(each => each.to === to)?.fields['message']);
        return message.slice(message.indexOf('\r\n\r\n'));
      }
      const answer = await fetch(`${simulators.url}/control/messages?to=${to}`);
      return String(((await answer.json()) as { text: string }[])[0]?.text);
    };
    return {
      server,
      nginx,
      browser,
      async openWindow() {
        const profile = mkdtempSync(join(tmpdir(), 'rollcall-window-'));
        stops.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
        const args = [...finds.args, '--lang=en', '--accept-lang=en'];
        const window = await launchKillable(profile, { ...finds, args, oneVisible: true });
        stops.push(window.kill);
        return window;
      },
      metricsToken,
      port: ports.https,
      ca: pem.ca,
      ask,
      message: sent,
      async code(to) {
        const text = await sent(to);
        const [code] = /\b\d{6}\b/.exec(text) ?? [];
        if (!code) throw new Error(`No code was sent to ${to}: ${text}`);
        return code;
      },
      async resetLimits() {
        await fetch(`${simulators.url}/control/reset`, { method: 'POST' });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
