/** The pictures' route and cleanup job, and the end of their decoder. */
import type { Kysely } from 'kysely';
import type { Feature } from '../http/feature.ts';
import type { Database } from '../platform/database/schema.ts';
import { deleteUnusedPictures } from './cleanup.ts';
import type { PictureDecoder } from './decoder.ts';
import type { Pictures } from './pictures.ts';
import { addPictures } from './routes.ts';

const CLEANUP_EVERY = 3600 * 1000;

export const createPicturesFeature = (
  pictures: Pictures,
  decoder: PictureDecoder,
  db: Kysely<Database>,
): Feature => ({
  addRoutes: server => addPictures(server, pictures),
  close: async () => decoder.close(),
  jobs: [
    {
      name: 'delete unused pictures',
      everyMs: CLEANUP_EVERY,
      scope: 'installation',
      run: at => deleteUnusedPictures(pictures, db, at),
    },
  ],
});
