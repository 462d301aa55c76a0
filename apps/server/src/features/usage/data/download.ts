/**
 * `GET /usage/v1/data/download?id=`: the file of an export, for the account that asked, with a fresh proof, or by an operator's link. With
 * `plain=1` its text, which no browser can unpack by itself: the file is several gzip members.
 */
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { validateInput } from '../../../http/validate.ts';
import type { Authorise } from '../../../http/routes.ts';
import { refuse } from '../../../platform/refusal.ts';
import { DOWNLOAD_PATH, type DownloadLinks } from './download-links.ts';
import type { ExportFiles } from './export-files.ts';
import type { JobRequests } from './job-requests.ts';
import type { Job } from './jobs.ts';

const query = v.object({
  id: v.pipe(v.string(), v.uuid('Invalid id, it should be the id of a job.')),
  plain: v.optional(v.literal('1')),
  until: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  signature: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
});

export const addDownload = (
  server: FastifyInstance,
  parts: {
    db: Kysely<Database>;
    now: () => number;
    requests: JobRequests;
    files: ExportFiles;
    links: DownloadLinks;
    authorise: Authorise;
  },
): void => {
  const { db, now, requests, files, links, authorise } = parts;
  const wanted = async (request: FastifyRequest, params: v.InferOutput<typeof query>): Promise<Job> => {
    const { signature, ...linked } = params;
    if (signature === undefined) {
      const caller = await authorise(request.headers.authorization);
      const job = await requests.find(linked.id, caller.accountId);
      await requireFreshProof(db, caller, now());
      return job;
    }
    if (!links.holds(linked.id, linked.until ?? 0, signature)) throw refuse('NotFound');
    return requests.find(linked.id);
  };
  server.get(DOWNLOAD_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const params = validateInput(query, request.query);
    const job = await wanted(request, params);
    const file = job.kind === 'export' && job.state === 'done' ? await files.read(job.id) : undefined;
    if (!file) throw refuse('NotFound');
    if (params.plain) {
      const text = createGunzip();
      // an error, and a reader that leaves, ends both; fastify answers and logs what `text` ends with
      pipeline(file.stream, text, () => undefined);
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': `attachment; filename="rollcall-usage-${job.id}.ndjson"`,
        })
        .send(text);
    }
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-type': 'application/gzip',
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="rollcall-usage-${job.id}.ndjson.gz"`,
      })
      .send(file.stream);
  });
};
