/** Holds this browser's usage reporting to the word of the person who is signed in, or of the guardian of somebody under 14. */
import { accountId, type Auth, usageProof } from '@rollcall/account';
import type { ConsentKind } from '@rollcall/contract';
import { endRecordOnly, recordedOnlyFor, recordOnly, usageWordsVersion } from '@rollcall/react/usage';
import type { Usage } from '@rollcall/usage';
import { forgetGuardian } from './guardian-key.ts';
import { guardianUsage } from './guardian-usage.ts';

interface Deciding {
  readonly create: () => Usage;
  /** Called whenever the reporting or the decider is another one. @param usage undefined while it is not known who decides */
  readonly show: (usage: Usage | undefined, guardian: readonly ConsentKind[] | undefined) => void;
}

/**
 * Reports once it is known who decides, and nothing from the moment that somebody else is signed in until that is known of them. What a
 * guardian allowed is withdrawn as soon as its pupil is signed in no more.
 * @returns when the first decider is known, or could not be found out
 */
export async function followDecider(auth: Auth, { create, show }: Deciding): Promise<void> {
  let usage: Usage | undefined;
  let signedIn = accountId(auth);

  /** Ends what counted for somebody else. */
  const leave = (id: string | undefined) => {
    const guarded = recordedOnlyFor();
    if (guarded === undefined || guarded === id) return;
    const last = usage ?? create();
    endRecordOnly(last, id);
    if (!usage) last.close();
  };
  const begin = (id: string | undefined, guardian: readonly ConsentKind[] | undefined) => {
    const fresh = usage === undefined;
    usage ??= create();
    if (guardian && id !== undefined) recordOnly(usage, guardian, usageWordsVersion, id);
    usage.setUser(id, id === undefined ? undefined : usageProof(auth));
    show(usage, guardian);
    if (fresh) usage.page();
  };
  const decide = async (id: string | undefined): Promise<void> => {
    if (id === undefined) {
      forgetGuardian();
      begin(undefined, undefined);
      // also at a page's start: the one before may have ended on the way
      void usage?.forget();
      return;
    }
    const decided = await guardianUsage(auth, id).then(
      guardian => ({ guardian }),
      () => undefined,
    );
    // Without an answer nothing is recorded until the next page.
    if (decided && accountId(auth) === id) begin(id, decided.guardian);
  };

  auth.onChange(() => {
    const id = accountId(auth);
    leave(id);
    if (id !== signedIn && id !== undefined && usage) {
      usage.close();
      usage = undefined;
      show(undefined, undefined);
    }
    signedIn = id;
    void decide(id);
  });
  leave(signedIn);
  await decide(signedIn);
}
