/** nginx before the processes, which it finds by the paths of their roles. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface Proxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

type Ports = Readonly<Record<'accounts' | 'collector' | 'console', readonly number[]>>;

/** Its clients are on this machine, and may say whose address it stands for. */
const configuration = (folder: string, port: number, ports: Ports): string => {
  const upstream = (role: keyof Ports) =>
    `  upstream rollcall_${role} {\n${ports[role].map(own => `    server 127.0.0.1:${own};\n`).join('')}    keepalive 16;\n  }\n`;
  const location = (match: string, role: keyof Ports, more = '') =>
    `    location ${match} { proxy_pass http://rollcall_${role};${more} }\n`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
error_log stderr error;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.map(name => `  ${name}_temp_path ${folder}/${name};\n`).join('')}
${upstream('accounts')}${upstream('collector')}${upstream('console')}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 5m;
    proxy_read_timeout 30s;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header traceparent "";
${location('/', 'accounts')}${location('= /usage/v1/events', 'collector')}${location('= /usage/v1/time', 'collector')}${location('= /usage/v1/ip', 'collector')}${location('= /monitor/v1.gif', 'collector')}${location('= /monitor/v1/source-maps', 'collector', ' client_max_body_size 17m;')}${location('= /console', 'console')}${location('/console/', 'console')}${location('/api/v1/', 'console')}${location('= /usage/v1/sample', 'console')}  }
}
`;
};

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Resolves when it listens. @throws Error if the port is taken, or nginx ends */
export const startProxy = async (
  nginx: string,
  folder: string,
  port: number,
  ports: Ports,
): Promise<Proxy> => {
  if (await answers(port))
    throw new Error(`Port ${port} is taken; choose another: npm run cluster -- --port N`);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, ports));
  let listens = () => {};
  const listening = new Promise<void>(resolve => {
    listens = resolve;
  });
  // nginx writes its process id once it listens.
  const watcher = watch(folder, (_, name) => {
    if (name === 'nginx.pid') listens();
  });
  const child = spawn(nginx, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit');
  const ended = exit.then(([code]) => {
    throw new Error(`nginx ended with ${String(code)}.`);
  });
  try {
    await Promise.race([listening, ended]);
  } finally {
    watcher.close();
    ended.catch(() => undefined);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGQUIT');
      await exit;
    },
  };
};
