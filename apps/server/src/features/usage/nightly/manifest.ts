/** What is known of the files of the last export: a file beside them, replaced in one step. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const manifest = v.object({
  version: v.literal(1),
  /** Of the folder. */
  id: v.string(),
  /** When the last export began that wrote everything, in ms since 1970; 0: none has. */
  whole: v.number(),
  /** Each day that has a file, by its name. */
  days: v.record(v.string(), v.object({ mark: v.string(), bytes: v.number() })),
});
export type Manifest = v.InferOutput<typeof manifest>;

/** Where the files of a folder stand. */
export const places = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  events: join(folder, 'events'),
  day: (day: string) => join(folder, 'events', `day=${day}`, 'events.parquet'),
  people: join(folder, 'people.parquet'),
  devices: join(folder, 'devices.parquet'),
});

/** @returns an empty one where there is none, or none of this form: everything is written again then */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(places(folder).manifest, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    return v.parse(manifest, JSON.parse(text));
  } catch {
    return { version: 1, id: '', whole: 0, days: {} };
  }
};

/** Brings the content of a file onto the disk. */
export const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

export const writeManifest = async (folder: string, content: Manifest): Promise<void> => {
  const { manifest: path } = places(folder);
  const part = `${path}.${randomUUID()}.tmp`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
};
