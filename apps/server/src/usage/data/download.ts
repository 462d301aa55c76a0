/** `GET /usage/v1/data/download?id=`: the file of an export, for whom it was made. */
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { checkInput } from '../../http/check.ts';
import type { Authorise } from '../../http/routes.ts';
import { refuse } from '../../refuse.ts';
import type { ExportFiles } from './export-files.ts';
import type { Jobs } from './jobs.ts';

export const DOWNLOAD_PATH = '/usage/v1/data/download';
const query = v.object({ id: v.pipe(v.string(), v.uuid('Invalid id, it should be the id of a job.')) });

export const addDownload = (
  server: FastifyInstance,
  { jobs, files, authorise }: { jobs: Jobs; files: ExportFiles; authorise: Authorise },
): void => {
  server.get(DOWNLOAD_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { accountId } = await authorise(request.headers.authorization);
    const { id } = checkInput(query, request.query);
    const job = await jobs.find(id, accountId);
    const file = job.kind === 'export' && job.state === 'done' ? await files.read(id) : undefined;
    if (!file) throw refuse('NotFound');
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-type': 'application/gzip',
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="rollcall-usage-${id}.ndjson.gz"`,
      })
      .send(file.stream);
  });
};
