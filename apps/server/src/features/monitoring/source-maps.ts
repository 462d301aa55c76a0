/** Resolves stack frames by source maps: of the build, and those that sites uploaded. Neither are served. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from '@rollcall/contract';
import type { ReadableFrame } from '@rollcall/contract/console';
import { BadSourceMap, MAX_MAP_BYTES, type ReadMap, readSourceMap } from './source-map-file.ts';

/** Maximum memory in bytes of the cache of maps. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
/** Number of scripts cached as having no readable map. */
const MAX_ABSENT = 10_000;
/** Time in ms after which an absent map is looked up again, because a deployment may be in progress. */
const ABSENT_FOR = 60_000;
/** Time in ms after which a map is read again, because it may have been uploaded anew. */
const FRESH_FOR = 600_000;
/** Maps that are read in a minute: invented reports of many scripts must not keep the server busy. */
const READS_A_MINUTE = 120;

/** Script paths under `/static/`, without `..`. */
const SCRIPT = /^\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.m?js)$/;

/** The build whose scripts the frames name. */
export interface Build {
  readonly product: string;
  readonly release: string;
}

export interface SourceMaps {
  /** Returns the frames, resolved where the script has a map. */
  read(frames: readonly Frame[], build: Build): Promise<ReadableFrame[]>;
}

interface Cached {
  readonly map: ReadMap;
  readonly until: number;
}

/**
 * @param folder where the map of `/static/a.js` is `a.js.map`
 * @param deps.uploaded the JSON of the map that was uploaded for a script; undefined if there is none
 * @param deps.now milliseconds since 1970
 */
export const createSourceMaps = (
  folder: string,
  deps: {
    readonly uploaded: (build: Build, script: string) => Promise<string | undefined>;
    readonly now: () => number;
    readonly warn: (error: unknown, script: string) => void;
  },
): SourceMaps => {
  const { now, warn, uploaded } = deps;
  /** In order of last use. */
  const maps = new Map<string, Cached>();
  const absent = new Map<string, number>();
  let bytes = 0;
  let reading: Promise<unknown> = Promise.resolve();
  let minute = 0;
  let reads = 0;

  /** The map of the build; undefined if the script is none of its own. */
  const ofBuild = async (path: string): Promise<string | undefined> => {
    const script = SCRIPT.exec(path)?.[1];
    if (script === undefined) return undefined;
    try {
      const file = join(folder, `${script}.map`);
      const { size } = await stat(file);
      if (size > MAX_MAP_BYTES)
        throw new BadSourceMap(`it has ${size} bytes; at most ${MAX_MAP_BYTES} are read`);
      return await readFile(file, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw error;
    }
  };

  const forget = (key: string): void => {
    bytes -= maps.get(key)?.map.bytes ?? 0;
    maps.delete(key);
  };

  const load = async (key: string, path: string, build: Build): Promise<ReadMap | undefined> => {
    const known = fresh(key);
    if (known !== undefined) return known ?? undefined;
    if (Math.floor(now() / 60_000) !== minute) {
      minute = Math.floor(now() / 60_000);
      reads = 0;
    }
    if (reads === READS_A_MINUTE)
      warn(new Error(`${READS_A_MINUTE} source maps were read in this minute`), path);
    if (reads++ >= READS_A_MINUTE) return undefined;
    try {
      const json = (await ofBuild(path)) ?? (await uploaded(build, path));
      if (json !== undefined) {
        const map = readSourceMap(json);
        forget(key);
        maps.set(key, { map, until: now() + FRESH_FOR });
        bytes += map.bytes;
        for (const name of maps.keys()) {
          if (bytes <= MAX_CACHE_BYTES || name === key) break;
          forget(name);
        }
        return map;
      }
    } catch (error) {
      warn(error, path);
    }
    if (absent.size >= MAX_ABSENT) absent.clear();
    absent.set(key, now() + ABSENT_FOR);
    return undefined;
  };

  /** Null: there is none. Undefined: it has to be looked up. */
  const fresh = (key: string): ReadMap | null | undefined => {
    const known = maps.get(key);
    // `until` may lie far ahead after the clock was set back.
    const holds = (until: number, span: number) => until > now() && until <= now() + span;
    if (known && holds(known.until, FRESH_FOR)) {
      maps.delete(key);
      maps.set(key, known);
      return known.map;
    }
    const until = absent.get(key);
    return until !== undefined && holds(until, ABSENT_FOR) ? null : undefined;
  };

  const mapOf = async (path: string, build: Build): Promise<ReadMap | undefined> => {
    const key = `${build.product} ${build.release} ${path}`;
    const known = fresh(key);
    if (known !== undefined) return known ?? undefined;
    // One after the other: what is read at once is bounded, and a script is read once.
    const running = reading.then(() => load(key, path, build));
    reading = running;
    return running;
  };

  return {
    read: async (frames, build) => {
      const resolved = await Promise.all(
        frames.map(async frame => {
          const map = await mapOf(frame.path, build);
          const at = map?.at(frame.line, frame.column);
          if (!map || !at) return undefined;
          // `async f`, `new A`, `Object.f`. A name that the map does not know was made up by the minifier, anew for each release.
          const given = frame.function.split(/[ .]/).at(-1) ?? '';
          return { ...at, function: map.hasName(given) ? frame.function : '' };
        }),
      );
      return frames.map((frame, index) => {
        const { path, line, column } = frame;
        const at = resolved[index];
        if (!at) return { function: frame.function, file: path, line, column, own: true, mapped: false };
        return {
          // The name at a position is the function called there, that of the frame above.
          function: resolved[index + 1]?.called ?? at.function,
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
