/** Resolves stack frames by the build's source maps, which are not served. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Frame } from '@rollcall/contract';
import type { ReadableFrame } from '@rollcall/contract/console';

/** Maximum size in bytes of a map, and of the cache of maps. */
const MAX_MAP_BYTES = 16 * 1024 * 1024;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Number of scripts cached as having no readable map. */
const MAX_ABSENT = 1000;
/** Time in ms after which an absent map is looked up again, because a deployment may be in progress. */
const ABSENT_FOR = 60_000;

/** Script paths under `/static/`, without `..`. */
const SCRIPT = /^\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.m?js)$/;

interface CachedMap {
  readonly map: TraceMap;
  readonly bytes: number;
}

/** A position in the sources. */
interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The name that the map has for this position, which is the called function. */
  readonly called: string | undefined;
  /** The function that contains the position; empty if unknown. */
  readonly function: string;
}

export interface SourceMaps {
  /** Returns the frames, resolved where the script has a map. */
  read(frames: readonly Frame[]): Promise<ReadableFrame[]>;
}

/**
 * @param folder where the map of `/static/a.js` is `a.js.map`
 * @param now milliseconds since 1970
 */
export const createSourceMaps = (
  folder: string,
  deps: { readonly now: () => number; readonly warn: (error: unknown, script: string) => void },
): SourceMaps => {
  /** In order of last use. */
  const cache = new Map<string, CachedMap>();
  const absent = new Map<string, number>();
  const loading = new Map<string, Promise<TraceMap | undefined>>();
  let bytes = 0;

  const load = async (script: string): Promise<TraceMap | undefined> => {
    try {
      const file = join(folder, `${script}.map`);
      const { size } = await stat(file);
      if (size > MAX_MAP_BYTES)
        throw new Error(`the source map has ${size} bytes; at most ${MAX_MAP_BYTES} are read`);
      const map = new TraceMap(await readFile(file, 'utf8'));
      cache.set(script, { map, bytes: size });
      bytes += size;
      for (const [name, old] of cache) {
        if (bytes <= MAX_CACHE_BYTES || name === script) break;
        cache.delete(name);
        bytes -= old.bytes;
      }
      return map;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') deps.warn(error, script);
      if (absent.size >= MAX_ABSENT) absent.clear();
      absent.set(script, deps.now() + ABSENT_FOR);
      return undefined;
    }
  };

  const mapOf = (path: string): Promise<TraceMap | undefined> | TraceMap | undefined => {
    const script = SCRIPT.exec(path)?.[1];
    if (script === undefined) return undefined;
    const known = cache.get(script);
    if (known) {
      cache.delete(script);
      cache.set(script, known);
      return known.map;
    }
    const until = absent.get(script);
    // `until` may lie far ahead after the clock was set back.
    if (until !== undefined && until > deps.now() && until <= deps.now() + ABSENT_FOR) return undefined;
    const running = loading.get(script) ?? load(script).finally(() => loading.delete(script));
    loading.set(script, running);
    return running;
  };

  const positionOf = async (frame: Frame): Promise<SourcePosition | undefined> => {
    const map = await mapOf(frame.path);
    if (!map) return undefined;
    // Columns are 1-based in browsers and 0-based in maps.
    const at = originalPositionFor(map, { line: frame.line, column: Math.max(0, frame.column - 1) });
    if (at.source === null) return undefined;
    // `async f`, `new A`, `Object.f`. A name that the map does not know was made up by the minifier, anew for each release.
    const given = frame.function.split(/[ .]/).at(-1) ?? '';
    return {
      file: sourceName(at.source),
      line: at.line,
      column: at.column + 1,
      called: at.name ?? undefined,
      function: map.names.includes(given) ? frame.function : '',
    };
  };

  return {
    read: async frames => {
      const positions = await Promise.all(frames.map(positionOf));
      return frames.map((frame, index) => {
        const { path, line, column } = frame;
        const at = positions[index];
        if (!at) return { function: frame.function, file: path, line, column, own: true, mapped: false };
        return {
          // The name at a position is the function called there, that of the frame above.
          function: positions[index + 1]?.called ?? at.function,
          file: at.file,
          line: at.line,
          column: at.column,
          own: !/(?:^|\/)node_modules\//.test(at.file),
          mapped: true,
        };
      });
    },
  };
};

/** `webpack://name/./src/a.ts?1f2e` is `src/a.ts`. */
const sourceName = (source: string): string =>
  source
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, '')
    .replace(/\?.*$/, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .slice(0, 300);
