/** The words of a feature that is loaded later than the page. */
import type { Language } from '@rollcall/ui';
import type { FeatureWords } from '../phrases/feature-words.ts';
import { replaceWords } from '../phrases/replace.ts';
import { useRollcall } from './provider.tsx';

/** The words merged before, by the site's own and by the built-in ones: each rendering gets the same object. */
const merged = new WeakMap<object, WeakMap<object, object>>();

/**
 * The words of a feature in the page's language, with the site's own in the place of the built-in ones.
 *
 * @param feature its name in `Phrases.parts`
 * @param builtIn the words that the feature brings
 * @example const words = useWords('account', accountWords);
 * @see `docs/react.md`
 */
export function useWords<N extends keyof FeatureWords>(
  feature: N,
  builtIn: Readonly<Record<Language, FeatureWords[N]>>,
): FeatureWords[N] {
  const { phrases } = useRollcall();
  const base = builtIn[phrases.language];
  const own = phrases.parts?.[feature];
  if (!own) return base;
  const known = merged.get(own) ?? new WeakMap<object, object>();
  merged.set(own, known);
  const found = known.get(base) ?? replaceWords<FeatureWords[N]>(base, own);
  known.set(base, found);
  return found as FeatureWords[N];
}
