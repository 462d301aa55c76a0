/** The manifest: every chunk by its number, what it is for, and its files with their sizes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, integrity, shortHash } from './files.mjs';

const size = async file => (await readFile(file)).length;

/**
 * @param built what `compile` gave
 * @param folder the static files, compressed already
 * @returns `{ release, chunks, files }`: sizes in bytes; `files` are those of no chunk (pictures, data)
 */
export async function manifestOf(built, folder) {
  const described = async name => ({
    name,
    bytes: await size(path.join(folder, name)),
    gz: await size(path.join(folder, `${name}.gz`)),
    integrity: integrity(await readFile(path.join(folder, name))),
  });
  const chunks = [];
  for (const chunk of built.chunks) {
    chunks.push({
      id: Number(chunk.id),
      names: chunk.names,
      initial: chunk.initial,
      // what asks for it, for those who read that it failed
      for: [...new Set(chunk.origins.map(({ request }) => request).filter(Boolean))].sort(),
      files: await Promise.all([...chunk.files].sort().map(described)),
    });
  }
  chunks.sort((one, other) => one.id - other.id);
  const ofChunks = new Set(chunks.flatMap(({ files }) => files.map(({ name }) => name)));
  const names = (await filesBelow(folder)).filter(name => !/\.(?:br|gz)$/.test(name));
  const files = await Promise.all(names.filter(name => !ofChunks.has(name)).map(described));
  return { release: shortHash(names.join('\n')), chunks, files };
}
