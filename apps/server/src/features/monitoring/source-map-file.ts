/** Checks an uploaded source map, and reduces it to what resolves positions. */
import { decodedMappings, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** Maximum size in bytes of a map as JSON. */
export const MAX_MAP_BYTES = 16 * 1024 * 1024;
/** Maximum number of mappings. A decoded one takes about SEGMENT_BYTES of memory; all of them take 100 to 300 ms. */
export const MAX_SEGMENTS = 300_000;
const SEGMENT_BYTES = 100;
/** Maximum number of sources and of names. */
const MAX_TEXTS = 200_000;
/** Maximum number of lists and objects in a map, of which parsers make the most work. */
const MAX_LISTS = 100_000;

/** Why a text is no source map that is kept. */
export class BadSourceMap extends Error {}

const texts = (list: unknown, name: string): readonly (string | null)[] => {
  if (!Array.isArray(list) || list.length > MAX_TEXTS)
    throw new BadSourceMap(`"${name}" is a list of ${MAX_TEXTS} texts at most`);
  if (!list.every(text => typeof text === 'string' || text === null))
    throw new BadSourceMap(`"${name}" has something else than texts`);
  return list;
};

const segmentsOf = (mappings: string): number => {
  let count = 1;
  for (let at = 0; at < mappings.length; at++) if (mappings[at] === ',' || mappings[at] === ';') count += 1;
  return count;
};

/** Whether a text of JSON has more lists and objects than MAX_LISTS; without parsing it. */
const hasTooManyLists = (json: string): boolean => {
  let lists = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') quoted = !quoted;
    else if (quoted) at += sign === '\\' ? 1 : 0;
    else if ((sign === '[' || sign === '{') && ++lists > MAX_LISTS) return true;
  }
  return false;
};

/**
 * Returns the map as JSON without the text of the sources, which nothing shows.
 * @throws BadSourceMap with what is wrong
 */
export const checkedSourceMap = (json: string): string => {
  if (hasTooManyLists(json)) throw new BadSourceMap(`it has more than ${MAX_LISTS} lists and objects`);
  let map: unknown;
  try {
    map = JSON.parse(json);
  } catch {
    throw new BadSourceMap('it is no JSON');
  }
  if (typeof map !== 'object' || map === null) throw new BadSourceMap('it is no JSON object');
  const { version, sections, sources, names = [], mappings, sourceRoot } = map as Record<string, unknown>;
  if (sections !== undefined) throw new BadSourceMap('maps with "sections" are not read: build one without');
  if (version !== 3) throw new BadSourceMap('"version" is not 3');
  if (typeof mappings !== 'string' || !/^[\w+/,;]*$/.test(mappings))
    throw new BadSourceMap('"mappings" is no text of Base64 digits');
  if (segmentsOf(mappings) > MAX_SEGMENTS)
    throw new BadSourceMap(`it has more than ${MAX_SEGMENTS} mappings: split the script`);
  return JSON.stringify({
    version,
    sources: texts(sources, 'sources'),
    names: texts(names, 'names'),
    mappings,
    ...(typeof sourceRoot === 'string' ? { sourceRoot } : {}),
  });
};

/** A position in the sources. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The name that the map has for this position, which is the called function. */
  readonly called: string | undefined;
}

/** A map that was read. */
export interface ReadMap {
  /** Memory that it takes. */
  readonly bytes: number;
  /** Undefined where the map does not know the position, or what it says of it is nonsense. */
  at(line: number, column: number): SourcePosition | undefined;
  /** Whether a function's name is one of the sources'. */
  hasName(name: string): boolean;
}

/** Does all the work of a map in one step, so that it can be measured. @throws Error for a text that is no map */
export const readSourceMap = (json: string): ReadMap => {
  const input = JSON.parse(json) as { mappings?: unknown };
  const segments = segmentsOf(typeof input.mappings === 'string' ? input.mappings : '');
  if (segments > MAX_SEGMENTS) throw new BadSourceMap(`it has more than ${MAX_SEGMENTS} mappings`);
  const map = new TraceMap(input as ConstructorParameters<typeof TraceMap>[0]);
  decodedMappings(map);
  const names = new Set(map.names);
  return {
    bytes: json.length + segments * SEGMENT_BYTES,
    at: (line, column) => {
      // Columns are 1-based in browsers and 0-based in maps.
      const found = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
      if (!found.source || !(found.line > 0) || !(found.column >= 0)) return undefined;
      const called = typeof found.name === 'string' ? plain(found.name).slice(0, 100) : undefined;
      return { file: sourceName(found.source), line: found.line, column: found.column + 1, called };
    },
    hasName: name => names.has(name),
  };
};

/** Replaces what a database refuses: control characters and lone surrogates. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** `webpack://name/./src/a.ts?1f2e` is `src/a.ts`. It is shown and never opened. */
const sourceName = (source: string): string =>
  plain(source.slice(0, 1000))
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, '')
    .replace(/\?.*$/, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .slice(0, 300);
