/** Resolves stack frames by source maps: of the build, and those that sites uploaded. Neither are served. */
import type { Frame } from '@rollcall/contract';
import type { ReadableFrame } from '@rollcall/contract/console';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { type ReadMap, readSourceMap, type SourcePosition } from './source-map-file.ts';

/** Maximum memory in bytes of the cache of maps, and what a script without a readable map counts. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
const LEAST_BYTES = 1_000;
/** Maximum number of scripts in the cache of lists; a list counts one more. */
const MAX_LISTED = 50_000;
/** Time in ms for which a list holds: what was uploaded since is seen afterwards. */
const LISTED_FOR = 60_000;
/** Time in ms after which a failed look-up is repeated. */
const RETRY_AFTER = 5_000;
/** Time in ms of the event loop that parsing takes in a minute; a map that has begun is finished. */
export const PARSING_A_MINUTE = 3_000;

/** The build whose scripts the frames name. */
export interface Build {
  readonly product: string;
  readonly release: string;
}

/** Where maps are kept. */
export interface MapSource {
  /** Names the list of a build's scripts in the cache. */
  key(build: Build): string;
  /** The scripts that have a map, each with what changes when its map does. */
  list(build: Build): Promise<ReadonlyMap<string, string>>;
  /** The JSON of a map; undefined if it was deleted since. */
  read(build: Build, script: string): Promise<string | undefined>;
}

export interface SourceMaps {
  /** Returns the frames, resolved where the script has a map. */
  read(frames: readonly Frame[], build: Build): Promise<ReadableFrame[]>;
}

interface List {
  readonly scripts: ReadonlyMap<string, string>;
  readonly until: number;
}
interface Cached {
  readonly map: ReadMap | undefined;
  /** As it was listed. */
  readonly version: string;
  /** Where it could not be looked up: when it is tried again. */
  readonly retry?: number;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * A map that was read once is used until another one is read in its place: a database that is away, and a budget that is spent, split no group.
 * @param sources in the order in which they are asked
 * @param deps.now milliseconds since 1970
 * @param deps.clock milliseconds of a clock that is never set
 */
export const createSourceMaps = (
  sources: readonly MapSource[],
  deps: {
    readonly now: () => number;
    readonly clock: () => number;
    readonly warn: (error: unknown, script: string) => void;
  },
): SourceMaps => {
  const { now, clock, warn } = deps;
  /** Both in order of last use. */
  const maps = new Map<string, Cached>();
  const lists = new Map<string, List>();
  let bytes = 0;
  let listed = 0;
  const reading = createSerialQueue();
  let minute = 0;
  let spent = 0;
  let warned = false;

  // `until` may lie far ahead after the clock was set back.
  const holds = (until: number, span: number) => until > now() && until <= now() + span;

  const sizeOf = ({ map }: Cached) => Math.max(LEAST_BYTES, map?.bytes ?? 0);
  const keep = (key: string, cached: Cached): void => {
    const before = maps.get(key);
    if (before) bytes -= sizeOf(before);
    maps.delete(key);
    maps.set(key, cached);
    bytes += sizeOf(cached);
    for (const [name, oldest] of maps) {
      if (bytes <= MAX_CACHE_BYTES || name === key) break;
      maps.delete(name);
      bytes -= sizeOf(oldest);
    }
  };

  const listOf = async (source: MapSource, build: Build): Promise<ReadonlyMap<string, string>> => {
    const key = source.key(build);
    let list = lists.get(key);
    lists.delete(key);
    if (list) listed -= list.scripts.size + 1;
    if (!list || !holds(list.until, LISTED_FOR)) {
      try {
        list = { scripts: await source.list(build), until: now() + LISTED_FOR };
      } catch (error) {
        warn(error, key);
        list = { scripts: list?.scripts ?? NONE, until: now() + RETRY_AFTER };
      }
    }
    lists.set(key, list);
    listed += list.scripts.size + 1;
    for (const [name, { scripts }] of lists) {
      if (listed <= MAX_LISTED || name === key) break;
      lists.delete(name);
      listed -= scripts.size + 1;
    }
    return list.scripts;
  };

  /** Whether this minute has time to parse another map. */
  const hasTime = (script: string): boolean => {
    if (Math.floor(clock() / 60_000) !== minute) {
      minute = Math.floor(clock() / 60_000);
      spent = 0;
      warned = false;
    }
    if (spent < PARSING_A_MINUTE) return true;
    if (!warned)
      warn(new Error(`source maps were parsed for ${Math.round(spent)} ms in this minute`), script);
    warned = true;
    return false;
  };

  const parsed = (json: string): ReadMap => {
    const begun = clock();
    try {
      return readSourceMap(json);
    } finally {
      spent += clock() - begun;
    }
  };

  const load = async (
    source: MapSource,
    build: Build,
    script: string,
    version: string,
  ): Promise<ReadMap | undefined> => {
    const key = `${source.key(build)} ${script}`;
    const known = maps.get(key);
    if (known && (known.version === version || holds(known.retry ?? 0, RETRY_AFTER))) {
      keep(key, known);
      return known.map;
    }
    if (!hasTime(script)) return known?.map;
    let json: string | undefined;
    try {
      json = await source.read(build, script);
    } catch (error) {
      warn(error, script);
      keep(key, { map: known?.map, version: known?.version ?? '', retry: now() + RETRY_AFTER });
      return known?.map;
    }
    let map: ReadMap | undefined;
    try {
      map = json === undefined ? undefined : parsed(json);
    } catch (error) {
      warn(error, script);
      map = known?.map;
    }
    keep(key, { map, version });
    return map;
  };

  const mapOf = async (script: string, build: Build): Promise<ReadMap | undefined> => {
    for (const source of sources) {
      const version = (await listOf(source, build)).get(script);
      if (version !== undefined) return load(source, build, script, version);
    }
    return undefined;
  };

  const read = async (frames: readonly Frame[], build: Build): Promise<ReadableFrame[]> => {
    const resolved: ((SourcePosition & { readonly function: string }) | undefined)[] = [];
    for (const frame of frames) {
      const map = await mapOf(frame.path, build);
      const at = map?.at(frame.line, frame.column);
      // `async f`, `new A`, `Object.f`. A name that the map does not know was made up by the minifier, newly for each
      // release.
      const given = frame.function.split(/[ .]/).at(-1) ?? '';
      resolved.push(map && at && { ...at, function: map.hasName(given) ? frame.function : '' });
    }
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
  };

  // One after the other: what is read concurrently is bounded, and a script is read once.
  return { read: (frames, build) => reading.run(() => read(frames, build)) };
};
