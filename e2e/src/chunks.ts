/** The script chunks of the built pages, by the manifest of the build. */
import { readFileSync } from 'node:fs';

export interface Chunk {
  readonly id: number;
  readonly for: readonly string[];
  readonly files: readonly { readonly name: string }[];
}

/** The manifest of the build. */
export const readManifest = () =>
  JSON.parse(readFileSync(new URL('../../apps/web/dist/chunks.json', import.meta.url), 'utf8')) as {
    readonly chunks: readonly Chunk[];
  };

/** The chunk that is imported as `request`. @throws where none is */
export function chunkFor(request: string): { id: number; script: string } {
  const chunk = readManifest().chunks.find(one => one.for.includes(request));
  const script = chunk?.files.find(({ name }) => name.endsWith('.js'))?.name;
  if (!chunk || !script) throw new Error(`No chunk is asked for as ${request}.`);
  return { id: chunk.id, script };
}
