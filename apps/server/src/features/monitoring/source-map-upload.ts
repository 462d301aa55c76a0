/** The call by which the build of a site uploads its source maps. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SOURCE_MAPS_PATH } from '@rollcall/contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { authoriseService, type ServiceSecret } from '../../http/services.ts';
import { validateInput } from '../../http/validate.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { BadSourceMap, checkedSourceMap, MAX_MAP_BYTES } from './source-map-file.ts';
import { saveSourceMap } from './source-map-store.ts';

/** Types of a body: the map as JSON, or gzipped. */
const JSON_TYPE = 'application/json';
const GZIP_TYPE = 'application/gzip';

const query = v.object({
  release: v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/)),
  /** As a stack names it: the path from the host's root. */
  script: v.pipe(v.string(), v.regex(/^\/[!-~]{0,199}$/), v.regex(/^[^?#]+\.m?js$/)),
});

const bad = (problem: string) =>
  refuse('InvalidRequest', { message: `This is no source map: ${problem}.`, data: { field: 'map' } });

const jsonOf = async (body: unknown, type: string | undefined): Promise<string> => {
  if (!Buffer.isBuffer(body)) throw bad('there is no body');
  if (!type?.startsWith(GZIP_TYPE)) return body.toString('utf8');
  try {
    return (await promisify(gunzip)(body, { maxOutputLength: MAX_MAP_BYTES })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw refuse('TooLarge');
    throw bad('it is not gzipped');
  }
};

/**
 * Adds `PUT` of `SOURCE_MAPS_PATH`: keeps the map of one script of a release, for the product of the secret. Again it changes nothing.
 * Refuses by name: ServiceSecretInvalid, ServersOnly, InvalidRequest with the field, TooLarge, IllegalOperation if the release is full.
 * @param parts.secrets of ROLLCALL_SOURCE_MAP_SECRETS; `pid` is the product
 */
export const addSourceMapUpload = (
  server: FastifyInstance,
  parts: {
    readonly db: Kysely<Database>;
    readonly secrets: readonly ServiceSecret[];
    readonly now: () => number;
  },
): void => {
  const { db, secrets, now } = parts;
  void server.register(async scope => {
    scope.removeContentTypeParser(JSON_TYPE);
    for (const type of [JSON_TYPE, GZIP_TYPE])
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.route({
      method: 'PUT',
      url: SOURCE_MAPS_PATH,
      bodyLimit: MAX_MAP_BYTES,
      // Before the body is read.
      onRequest: async request => void authoriseService(request, secrets),
      handler: async request => {
        const { pid: product } = authoriseService(request, secrets);
        const { release, script } = validateInput(query, request.query);
        const json = await jsonOf(request.body, request.headers['content-type']);
        let map: string;
        try {
          map = checkedSourceMap(json);
        } catch (error) {
          throw error instanceof BadSourceMap ? bad(error.message) : error;
        }
        return { data: { stored: await saveSourceMap(db, { product, release }, script, map, now()) } };
      },
    });
  });
};
