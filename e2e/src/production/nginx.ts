/** nginx with the configuration of docs/production.md, and with the other sites of a school's hosts. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sample } from '../../../tools/samples.mjs';
import { systemPrograms } from '../../../tools/system-programs.mjs';
import type { Certificates } from './certificates.ts';

export interface Nginx {
  /** What `nginx -t` printed of the whole configuration. */
  readonly checked: string;
  /** The folder of cached answers. */
  readonly cache: string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  readonly folder: string;
  readonly certificates: Certificates;
  /** Port of the Rollcall server. */
  readonly server: number;
  /** Changes the guide's configuration for the hosts of the test. */
  readonly hosts: (text: string) => string;
  /** Further server blocks; PORT in them is the https port. */
  readonly more: string;
  /** Released just before nginx starts. */
  readonly ports: ReservedPorts;
}

export interface ReservedPorts {
  readonly http: number;
  readonly https: number;
  release(): Promise<void>;
}

/** Two ports that are listened on, so that no other process gets them, until they are released. */
export const reservePorts = async (): Promise<ReservedPorts> => {
  const reserve = async () => {
    // A connection that stays open would delay the release.
    const server = createServer(socket => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  };
  const servers = await Promise.all([reserve(), reserve()]);
  const [http, https] = servers.map(server => (server.address() as AddressInfo).port) as [number, number];
  return {
    http,
    https,
    async release() {
      const open = servers.filter(server => server.listening);
      await Promise.all(open.map(server => once(server.close(), 'close')));
    },
  };
};

/** Replaces a part of the guide's configuration, which has to be there. */
const replace = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`production/nginx.conf has no "${from}"`);
  return text.replaceAll(from, to);
};

export const startNginx = async (options: NginxOptions): Promise<Nginx> => {
  const { folder, certificates, ports } = options;
  const { nginx } = systemPrograms();
  const cache = join(folder, 'cache');
  mkdirSync(cache, { recursive: true });
  const guide = [
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['127.0.0.1:8080', `127.0.0.1:${options.server}`],
    ['/etc/nginx/certificates/accounts.pem', certificates.cert],
    ['/etc/nginx/certificates/accounts.key', certificates.key],
    ['/var/cache/nginx/rollcall', cache],
  ].reduce((text, [from = '', to = '']) => replace(text, from, to), sample('production/nginx.conf'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr notice;
events {}
http {
include /etc/nginx/mime.types;
access_log off;
${temporary.join('\n')}
ssl_certificate ${certificates.cert};
ssl_certificate_key ${certificates.key};
${options.hosts(guide)}
${options.more.replaceAll('PORT', String(ports.https))}
}
`,
  );
  const args = ['-p', folder, '-e', 'stderr', '-c', file];
  const check = spawnSync(nginx, [...args, '-t'], { encoding: 'utf8' });
  if (check.status !== 0) throw new Error(`nginx refuses its configuration: ${check.stderr}`);
  await ports.release();
  const child = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // It listens before it starts its workers.
      if (output.includes('start worker process ')) resolve();
    });
    child.once('exit', code => reject(new Error(`nginx ended with ${code}: ${output}`)));
  });
  return {
    checked: check.stderr,
    cache,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};
