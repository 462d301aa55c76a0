/** What the collectors of this process refused last, in memory, for those who build a site. */
import { maskText } from '../../platform/mask.ts';

/** How many are kept, and characters of a key or product. */
const KEPT = 100;
const LONGEST = 128;

export interface RecentRefusal {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null: it could not be read. */
  readonly product: string | null;
  readonly key: string | null;
  /** The name of the field, or what else is wrong, as the sender was told. */
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

export class RecentRefusals {
  #kept: RecentRefusal[] = [];

  add(
    refusal: Omit<RecentRefusal, 'product' | 'key'> & { readonly product?: unknown; readonly key?: unknown },
  ): void {
    this.#kept.unshift({ ...refusal, product: shown(refusal.product), key: shown(refusal.key) });
    this.#kept.length = Math.min(this.#kept.length, KEPT);
  }

  /** The newest first. @param filter.product the same text; those without a known one are always there */
  list({ product, search }: { readonly product?: string | undefined; readonly search?: string | undefined }) {
    return this.#kept.filter(
      each =>
        (product === undefined || each.product === null || each.product === product) &&
        (search === undefined || each.key === null || each.key.includes(search)),
    );
  }
}
