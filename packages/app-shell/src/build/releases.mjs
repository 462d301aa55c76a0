/**
 * Earlier releases: their files stay in place for a while, so that a page that was opened before a release goes on
 * working. `releases.json` lists them, newest first, each with its files.
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, writeWhole } from './files.mjs';

/** Releases that are kept besides the newest, at most. */
export const RELEASES_KEPT = 10;
/** Milliseconds that a release is kept after another has taken its place: 30 days. */
export const RELEASE_LIFE = 30 * 24 * 3_600_000;

/** The releases of a folder; none where nothing is known of it. */
export async function readReleases(dist) {
  try {
    const releases = JSON.parse(await readFile(path.join(dist, 'releases.json'), 'utf8'));
    return Array.isArray(releases) ? releases : [];
  } catch {
    // a fresh folder, or one that a kill left: there is no history
    return [];
  }
}

/**
 * Puts a release first and leaves out those that have had their time.
 * @param releases newest first
 * @param next the release, when it is made in ms since 1970, and its files
 * @returns newest first; the same release made again keeps its place in time
 */
export function withRelease(releases, next) {
  const [newest] = releases;
  if (newest?.release === next.release) return [{ ...next, at: newest.at }, ...releases.slice(1)];
  const earlier = releases.filter(({ release }) => release !== next.release);
  return [
    next,
    ...earlier
      .slice(0, RELEASES_KEPT)
      // a release is replaced when the one before it in the list is made
      .filter((_, index) => next.at - (index === 0 ? next.at : earlier[index - 1].at) < RELEASE_LIFE),
  ];
}

/**
 * Notes a release, and then removes the files of folders that no kept release names.
 * @param dist the folder of the build
 * @param folders names of the folders in it that hold releases' files, whose paths begin with them
 */
export async function keepReleases(dist, folders, next) {
  const releases = withRelease(await readReleases(dist), next);
  await writeWhole(path.join(dist, 'releases.json'), JSON.stringify(releases));
  const kept = new Set(releases.flatMap(({ files }) => files));
  for (const folder of folders) {
    for (const name of await filesBelow(path.join(dist, folder))) {
      if (!kept.has(`${folder}/${name.replace(/\.(?:br|gz)$/, '')}`))
        await rm(path.join(dist, folder, name), { force: true });
    }
  }
}
