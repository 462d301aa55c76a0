/** The person's consents to usage reporting, and whether they were asked for. */
import type { ConsentKind } from '@rollcall/contract';
import type { Grants, Usage } from '@rollcall/usage';
import { useCallback, useSyncExternalStore } from 'react';
import { useGuardianUsage, useUsage } from './provider.tsx';

/**
 * All kinds, in the order in which they are shown (specification, section 4).
 * @see `docs/usage.md`
 */
export const kinds = ['event', 'view', 'user', 'app', 'device'] as const satisfies readonly ConsentKind[];

/** The version of the words that was answered. A refusal is stored too, or the banner would appear again. */
const ASKED = 'rollcall.usage_asked';

const nothing: Grants = {};
const listeners = new Set<() => void>();
/** Without storage an answer holds for as long as the page lives. */
const answeredHere = new WeakMap<Usage, string>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // another tab's answer counts here too
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
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
    // the storage is forbidden or full: see above
  }
  for (const changed of listeners) changed();
}

/** Whose guardian's grants this browser holds: they end with the sign-out of that person. */
const GUARDED = 'rollcall.usage_guarded';
/** Without storage they are remembered for as long as the page lives. */
let guardedHere: string | undefined;

/**
 * The account whose guardian's grants this browser holds; undefined: none.
 * @example const account = recordedOnlyFor();
 * @see `docs/minors.md`
 */
export function recordedOnlyFor(): string | undefined {
  try {
    return localStorage.getItem(GUARDED) ?? guardedHere;
  } catch {
    return guardedHere;
  }
}

/**
 * Withdraws all that `recordOnly` granted for another person than `account`. Call it as soon as somebody else is signed in, or
 * nobody: what a guardian allowed counts for that pupil alone.
 * @param account the id of the account that is signed in
 * @example endRecordOnly(usage, account);
 * @see `docs/minors.md`
 */
export function endRecordOnly(usage: Usage, account: string | undefined): void {
  const guarded = recordedOnlyFor();
  if (guarded === undefined || guarded === account) return;
  const before = usage.consent.granted();
  const withdrawn = kinds.filter(kind => before[kind]);
  if (withdrawn.length > 0) usage.consent.withdraw(withdrawn);
  guardedHere = undefined;
  try {
    localStorage.removeItem(GUARDED);
  } catch {
    // the storage is forbidden: nothing is in it
  }
  for (const changed of listeners) changed();
}

/**
 * Grants and withdraws so that just these kinds are recorded: what a guardian said counts, in place of the person's own word.
 * @param account the id of the person's account, until whose sign-out it counts: see `endRecordOnly`
 * @example recordOnly(usage, ['view'], usageWordsVersion, account);
 * @see `docs/minors.md`
 */
export function recordOnly(
  usage: Usage,
  allowed: readonly ConsentKind[],
  version: string,
  account: string,
): void {
  endRecordOnly(usage, account);
  // First, so that a page that ends here leaves no grant that is nobody's.
  guardedHere = account;
  try {
    localStorage.setItem(GUARDED, account);
  } catch {
    // the storage is forbidden or full: see above
  }
  const before = usage.consent.granted();
  const withdrawn = kinds.filter(kind => before[kind] && !allowed.includes(kind));
  const fresh = allowed.filter(kind => !before[kind]);
  if (withdrawn.length > 0) usage.consent.withdraw(withdrawn);
  if (fresh.length > 0) usage.consent.grant(fresh, version);
  for (const changed of listeners) changed();
}

export interface Consent {
  /** The granted kinds: the version of the words, the time (ms since 1970), and the grant's number. */
  readonly granted: Grants;
  /**
   * Whether this version of the words is still unanswered. False while prerendering, in the first render, and
   * without reporting.
   */
  readonly unanswered: boolean;
  /** Grants these kinds and withdraws all others, in all tabs of this origin. */
  readonly answer: (agreed: readonly ConsentKind[]) => void;
}

/**
 * Holds what the person consented to; draws nothing.
 *
 * @param version of the words, such as `2026-09`; another version is asked for again
 * @example const consent = useConsent(usageWordsVersion);
 * @see `docs/usage.md`
 */
export function useConsent(version: string): Consent {
  const usage = useUsage();
  const guardian = useGuardianUsage();
  const granted = useSyncExternalStore(
    subscribe,
    () => usage?.consent.granted() ?? nothing,
    () => nothing,
  );
  const unanswered = useSyncExternalStore(
    subscribe,
    () => !!usage && !guardian && answered(usage) !== version,
    () => false,
  );
  const give = useCallback(
    (agreed: readonly ConsentKind[]) => {
      if (usage && !guardian) answer(usage, agreed, version);
    },
    [usage, guardian, version],
  );
  return { granted, unanswered, answer: give };
}

/** The number of the grant under which events are recorded; undefined without one. A new consent changes it. */
export function useEventGrant(): number | undefined {
  const usage = useUsage();
  return useSyncExternalStore(
    subscribe,
    () => usage?.consent.granted().event?.[2],
    () => undefined,
  );
}
