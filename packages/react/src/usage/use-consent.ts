/** What a person agreed to have reported, and whether they were requests. */
import type { ConsentKind } from '@rollcall/contract';
import type { Grants, Usage } from '@rollcall/usage';
import { useCallback, useSyncExternalStore } from 'react';
import { useUsage } from './provider.tsx';

/** Every kind, in the order in which they are shown (specification, section 4). */
export const kinds = ['event', 'view', 'user', 'app', 'device'] as const satisfies readonly ConsentKind[];

/** The version of the words that a person has answered: a refusal has to be remembered too, or it is asked for again. */
const ASKED = 'rollcall.usage_asked';

const nothing: Grants = {};
const heard = new Set<() => void>();
/** Where the storage is closed an answer counts for as long as the page lives. */
const answeredHere = new WeakMap<Usage, string>();

function subscribe(changed: () => void): () => void {
  heard.add(changed);
  // Another tab's answer counts here too.
  addEventListener('storage', changed);
  return () => {
    heard.delete(changed);
    removeEventListener('storage', changed);
  };
}

function answered(usage: Usage): string | undefined {
  try {
    return localStorage.getItem(ASKED) ?? answeredHere.get(usage);
  } catch {
    return answeredHere.get(usage);
  }
}

function answer(usage: Usage, agreed: readonly ConsentKind[], version: string): void {
  const before = usage.consent.granted();
  const withdrawn = kinds.filter(kind => before[kind] && !agreed.includes(kind));
  const fresh = agreed.filter(kind => before[kind]?.[0] !== version);
  if (withdrawn.length > 0) usage.consent.withdraw(withdrawn);
  if (fresh.length > 0) usage.consent.grant(fresh, version);
  answeredHere.set(usage, version);
  try {
    localStorage.setItem(ASKED, version);
  } catch {
    // closed or full: see above
  }
  for (const changed of heard) changed();
}

export interface Consent {
  /** Each kind that is granted: the version of the words, when (ms since 1970), and the grant's number. */
  readonly granted: Grants;
  /** Whether these words were never answered here. False while prerendering, in the first render, and without reporting. */
  readonly unanswered: boolean;
  /** Grants the kinds named and withdraws all others; all tabs of this origin know. */
  readonly answer: (agreed: readonly ConsentKind[]) => void;
}

/** @param version names the words that a person is shown, such as `2026-09`; another version is asked for anew */
export function useConsent(version: string): Consent {
  const usage = useUsage();
  const granted = useSyncExternalStore(
    subscribe,
    () => usage?.consent.granted() ?? nothing,
    () => nothing,
  );
  const unanswered = useSyncExternalStore(
    subscribe,
    () => !!usage && answered(usage) !== version,
    () => false,
  );
  const give = useCallback(
    (agreed: readonly ConsentKind[]) => {
      if (usage) answer(usage, agreed, version);
    },
    [usage, version],
  );
  return { granted, unanswered, answer: give };
}

/** The number of the grant that events are recorded under; undefined without one. Changes when consent is given anew. */
export function useEventGrant(): number | undefined {
  const usage = useUsage();
  return useSyncExternalStore(
    subscribe,
    () => usage?.consent.granted().event?.[2],
    () => undefined,
  );
}
