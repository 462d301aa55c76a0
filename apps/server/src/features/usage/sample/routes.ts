/**
 * How `npm run sample` reaches the running server: with a key in a file that only the server's owner can read. The
 * event store's file belongs to one process, so the command can't write into it beside the server.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Feature } from '../../../http/feature.ts';
import { validateInput } from '../../../http/validate.ts';
import { isSame } from '../../../platform/digest.ts';
import { refuse } from '../../../platform/refusal.ts';
import { usualSample } from './generate.ts';
import type { SampleData } from './sample-data.ts';

/** From the host's root. */
const SAMPLE_PATH = '/usage/v1/sample';
/** The request's header with the key. */
const SAMPLE_KEY = 'x-rollcall-sample-key';
/** The file, in the folder of usage data: `{"url", "key"}`. */
const SAMPLE_FILE = 'sample-key.json';

const whole = (least: number, most: number, otherwise: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)), otherwise);
const body = v.object({
  seed: whole(0, 2 ** 31, usualSample.seed),
  days: whole(7, 365, usualSample.days),
  pupils: whole(30, 20_000, usualSample.pupils),
});

/**
 * POST and DELETE of `SAMPLE_PATH`, which answer requests with the key of the file alone.
 * @param where.folder of usage data
 * @param where.production sample data is removed, and not made: what was made before on the same database may still be there
 */
export const createSampleFeature = (
  sample: SampleData,
  { folder, production }: { readonly folder: string; readonly production: boolean },
): Feature => {
  const key = randomBytes(32).toString('base64url');
  const file = join(folder, SAMPLE_FILE);
  const authorise = async (request: FastifyRequest) => {
    const given = Buffer.from(String(request.headers[SAMPLE_KEY] ?? ''));
    if (!isSame(given, Buffer.from(key))) throw refuse('IllegalOperation');
  };
  return {
    addRoutes: server => {
      server.route({
        method: 'POST',
        url: SAMPLE_PATH,
        onRequest: authorise,
        handler: async ({ body: given }) => {
          if (production)
            throw refuse('IllegalOperation', {
              message: 'Sample data is not made in production, only removed.',
            });
          return { data: await sample.make(validateInput(body, given)) };
        },
      });
      server.route({
        method: 'DELETE',
        url: SAMPLE_PATH,
        onRequest: authorise,
        handler: async () => ({ data: await sample.remove() }),
      });
    },
    listening: async url => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all, so that the command never reads half a key.
      await writeFile(`${file}.new`, JSON.stringify({ url, key }), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    close: () => rm(file, { force: true }),
  };
};
