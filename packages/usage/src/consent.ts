import type { ConsentKind } from '@rollcall/contract';
import type { Texts } from './texts.ts';

/** One kind's grant: the version of the words agreed to, when (ms since 1970, device clock), and the grant's number. */
export type Grant = readonly [version: string, at: number, number: number];
export type Grants = { readonly [K in ConsentKind]?: Grant };

/** All consents; travels as the `biz_data` of a `consent` event. */
export interface Consents {
  /** Names this record to the server; random, and sent with records of consent alone. */
  readonly r: string;
  /** The last grant's number. */
  readonly n: number;
  readonly g: Grants;
}

/** Nobody is known to have agreed: nothing was ever said, or what is kept is not ours. */
const none: Consents = { r: '', n: 0, g: {} };

export const readConsents = (text: string): Consents => {
  try {
    const read = JSON.parse(text);
    return read.r && read.g ? read : none;
  } catch {
    return none;
  }
};

/**
 * Grants the kinds, or without a version withdraws them, in what all tabs of this origin share (specification,
 * section 4). A new grant gets a new number, greater than any before; a new version of a grant keeps its number.
 *
 * What is recorded under a grant bears its number and is never sent under another: what was withdrawn stays
 * withdrawn when consent is given anew.
 */
export const changeConsents = (
  local: Texts,
  name: string,
  kinds: readonly ConsentKind[],
  at: number,
  uuid: () => string,
  version?: string,
): void => {
  let { r, n, g } = readConsents(local(name));
  for (const kind of kinds) {
    g = {
      ...g,
      [kind]: version === undefined ? undefined : [version, at, g[kind]?.[2] ?? (n = Math.max(n + 1, at))],
    };
  }
  // Who never agreed and does not now leaves no trace.
  if (r || version !== undefined) local(name, JSON.stringify({ r: r || uuid(), n, g }));
};
