/** The pictures' route and cleanup job. */
import type { Kysely } from 'kysely';
import type { Feature } from '../http/feature.ts';
import type { Database } from '../platform/database/schema.ts';
import { deleteUnusedPictures } from './cleanup.ts';
import type { Pictures } from './pictures.ts';
import { addPictures } from './routes.ts';

const CLEANUP_EVERY = 3600 * 1000;

export const createPicturesFeature = (pictures: Pictures, db: Kysely<Database>): Feature => ({
  addRoutes: server => addPictures(server, pictures),
  jobs: [
    {
      name: 'delete unused pictures',
      everyMs: CLEANUP_EVERY,
      run: at => deleteUnusedPictures(pictures, db, at),
    },
  ],
});
