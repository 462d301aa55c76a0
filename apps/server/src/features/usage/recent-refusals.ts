/** What the collectors of this process refused last, in memory, for those who build a site. */
import { maskText } from '../../platform/mask.ts';

/** How many are kept of a product, and of all that is of none. */
const KEPT = 100;
/** Products with a list of their own. */
const PRODUCTS = 100;
/** How many are told at most. */
const TOLD = 200;
/** Milliseconds in which the same refusal of unread requests is kept once: a rush is one entry. */
const SAME = 1_000;
/** Characters of a key or product. */
const LONGEST = 128;

export interface RecentRefusal {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null: it could not be read. */
  readonly product: string | null;
  readonly key: string | null;
  /** The name of the field or of the refusal, as the sender was told; `other`: it was taken, and counts as the product of that name. */
  readonly why: string;
  /** Whether the whole batch was refused for it. */
  readonly batch: boolean;
}

/** What somebody sent, which may be anything, as text that can be shown. */
const shown = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number'
    ? maskText(
        String(value)
          .slice(0, LONGEST)
          .replaceAll(/[\p{C}]/gu, '�'),
      )
    : null;

/**
 * Each product of which events were taken has a list of its own: what strangers send under names that they make up, or in no readable form,
 * shares one, and displaces nothing of theirs.
 */
export class RecentRefusals {
  readonly #rest: RecentRefusal[] = [];
  readonly #products = new Map<string, RecentRefusal[]>();

  /** @param products those that are served, where they are known */
  constructor(products: readonly string[] = []) {
    for (const product of products) this.#products.set(product, []);
  }

  /** Gives a product that events were taken of a list of its own. */
  recognise(product: string): void {
    if (this.#products.size < PRODUCTS && !this.#products.has(product)) this.#products.set(product, []);
  }

  add(
    refusal: Omit<RecentRefusal, 'product' | 'key'> & { readonly product?: unknown; readonly key?: unknown },
  ): void {
    const { at, product, key, why } = refusal;
    const list = (typeof product === 'string' && this.#products.get(product)) || this.#rest;
    if (
      product === undefined &&
      list.some(each => each.product === null && each.why === why && at - each.at < SAME)
    )
      return;
    list.unshift({ ...refusal, product: shown(product), key: shown(key) });
    list.length = Math.min(list.length, KEPT);
  }

  /** The newest first. @param filter.product the same text; those without a known one are always there */
  list({ product, search }: { readonly product?: string | undefined; readonly search?: string | undefined }) {
    return [this.#rest, ...this.#products.values()]
      .flat()
      .filter(
        each =>
          (product === undefined || each.product === null || each.product === product) &&
          (search === undefined || each.key === null || each.key.includes(search)),
      )
      .toSorted((a, b) => b.at - a.at)
      .slice(0, TOLD);
  }
}
