/** Reads the frames of a browser's stack through the source maps of the build, which are never served. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Frame } from '@rollcall/contract';
import type { ReadableFrame } from '@rollcall/contract/console';

/** Bytes of a map at most, and of all that are kept in memory. */
const MAX_MAP_BYTES = 16 * 1024 * 1024;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Scripts that are remembered to have no map, or to be broken. */
const MAX_ABSENT = 1000;
/** Milliseconds after which an absent map is looked for again: a new release may be on its way. */
const ABSENT_FOR = 60_000;

/** Under `/static/`, without dots that lead elsewhere. */
const SCRIPT = /^\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.m?js)$/;

interface CachedMap {
  readonly map: TraceMap;
  readonly bytes: number;
}

/** Where a frame stands in the sources. */
interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is called there. */
  readonly called: string | undefined;
  /** The function's own name; empty where it is not known. */
  readonly function: string;
}

export interface SourceMaps {
  /** The same frames, each read where there is a map for its script. */
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
  /** The last used last. */
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
    // A clock that was set back must not keep it absent for long.
    if (until !== undefined && until > deps.now() && until <= deps.now() + ABSENT_FOR) return undefined;
    const running = loading.get(script) ?? load(script).finally(() => loading.delete(script));
    loading.set(script, running);
    return running;
  };

  const positionOf = async (frame: Frame): Promise<SourcePosition | undefined> => {
    const map = await mapOf(frame.path);
    if (!map) return undefined;
    // A browser counts columns from 1, a map from 0.
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
          // What a map names at a place is what is called there: the function of the frame above.
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
