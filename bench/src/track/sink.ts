/** One local sink for every library: serves the pages, accepts every request and answers like each library's own server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sink {
  readonly url: string;
  /** Requests with a body that came to `path`'s beginning, and all others but the pages. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/** What each library takes for "received". */
const answers: readonly (readonly [start: string, body: string])[] = [
  ['/usage/v1/events', '{"data":{"accepted":1,"refused":[]}}'],
  ['/usage/v1/ip', '{"data":{"ip":"127.0.0.1"}}'],
  ['/2/httpapi', '{"code":200,"events_ingested":1,"payload_size_bytes":1,"server_upload_time":1}'],
  ['/i/v0/e', '{"status":1}'],
  ['/e/', '{"status":1}'],
  ['/flags', '{"featureFlags":{},"config":{},"toolbarParams":{}}'],
  ['/array/', '{}'],
];

/** @param pages script by name; each is served as a page of its own, isolated, so that its clock is exact to 5 µs */
export async function startSink(pages: ReadonlyMap<string, string>): Promise<Sink> {
  let requests = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://sink').pathname;
    const isolated = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    };
    const script = pages.get(path.replace(/^\/page\/|\.js$/g, ''));
    if (path.startsWith('/page/') && script !== undefined) {
      const isScript = path.endsWith('.js');
      response.writeHead(200, {
        ...isolated,
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      });
      response.end(
        isScript ? script : `<!doctype html><title>track</title><script src="${path}.js"></script>`,
      );
      return;
    }
    requests++;
    request.resume();
    request.on('end', () => {
      const body =
        path === '/usage/v1/time'
          ? JSON.stringify({ data: { now: Date.now() } })
          : (answers.find(([start]) => path.startsWith(start))?.[1] ?? '{}');
      response.writeHead(200, { ...isolated, 'content-type': 'application/json' });
      response.end(body);
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
