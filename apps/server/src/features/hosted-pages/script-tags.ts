/**
 * Serves the account library and the human verification as files for a script tag: `/rollcall/VERSION/rollcall.js` and
 * `rollcall-captcha.js`. VERSION is the first two numbers of the library's.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, type Encoding } from './documents.ts';

interface ScriptTag {
  readonly url: string;
  readonly body: Readonly<Record<Encoding, Buffer>>;
  /** Of the content: the times of published files are all the same. */
  readonly hash: string;
}

/** @param web where the build of the pages is; it keeps the files of earlier versions */
export const readScriptTags = async (web: string): Promise<readonly ScriptTag[]> => {
  const folder = join(web, 'rollcall');
  if (!existsSync(folder)) return [];
  const paths = (await readdir(folder, { recursive: true })).map(path => path.replaceAll('\\', '/'));
  return Promise.all(
    paths
      .filter(path => /^\d+\.\d+\/[a-z-]+\.js$/.test(path))
      .map(async path => {
        const content = await readFile(join(folder, path));
        return {
          url: `/rollcall/${path}`,
          body: { identity: content, gzip: gzipSync(content, { level: 9 }) },
          hash: createHash('sha256').update(content).digest('base64url').slice(0, 16),
        };
      }),
  );
};

/** Adds a route for each file. */
export const addScriptTags = (server: FastifyInstance, scripts: readonly ScriptTag[]): void => {
  for (const { url, body, hash } of scripts)
    server.get(url, async (request, reply) => {
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      const etag = `"${hash}-${encoding}"`;
      reply
        // Short, so that a correction reaches the pages: its address stays the same.
        .header('cache-control', 'public, max-age=300')
        .header('etag', etag)
        // Other sites load them, so the answer must not depend on the Origin.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('access-control-allow-origin', '*')
        .header('timing-allow-origin', '*')
        .header('vary', 'Accept-Encoding')
        .removeHeader('access-control-allow-credentials');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('text/javascript; charset=utf-8').send(body[encoding]);
    });
};
