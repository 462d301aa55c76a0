/**
 * Starts monitoring and, with consent, usage reporting of these pages, and draws the foot. In a chunk of its
 * own.
 */
import { accountId, type Auth } from '@rollcall/account';
import { type Phrases, SignInProvider } from '@rollcall/react';
import type { ConsentKind } from '@rollcall/contract';
import { createUsage, recordOnly, UsageProvider, usageWordsVersion } from '@rollcall/react/usage';
import { createRoot } from 'react-dom/client';
import { guardianUsage } from './guardian-usage.ts';
import { reportingBegun } from './current.ts';
import { rootOptions } from '@rollcall/app-shell/errors';
import { Foot } from './foot.tsx';
import { pageSettings } from '@rollcall/app-shell/settings';
import { startMonitoring } from '@rollcall/app-shell/monitoring';

/** Starts reporting to this host, and draws the foot where the page has a place for it. Browser only. */
export async function startReporting(auth: Auth, phrases: Phrases): Promise<void> {
  // first, so that it observes what follows
  startMonitoring();
  // without `domain` the one that the sites share is found
  const { product_code, env, domain } = auth.params;
  const heatmap = pageSettings().clickMap ? (await import('@rollcall/usage/heatmap')).heatmap : undefined;
  // Before anything is recorded: under 14 the guardian decides.
  const first = await deciderOf(auth).catch(() => undefined);
  // Where it is not known who decides, this page records nothing.
  if (!first) return;
  const usage = createUsage({ product_code, url: '/', env, domain, heatmap });
  const place = document.getElementById('reporting');
  const root = place ? createRoot(place, rootOptions) : undefined;
  const apply = ({ id, guardian }: Decider) => {
    if (guardian) recordOnly(usage, guardian, usageWordsVersion);
    usage.setUser(id);
    reportingBegun({ usage, guardian });
    root?.render(
      <SignInProvider auth={auth} phrases={phrases}>
        <UsageProvider usage={usage} guardian={guardian}>
          <Foot />
        </UsageProvider>
      </SignInProvider>,
    );
  };
  apply(first);
  usage.page();
  auth.onChange(() => {
    const id = accountId(auth);
    if (id === undefined) return apply({ id, guardian: undefined });
    // Without an answer, who is signed in stays unnamed until the next page.
    void deciderOf(auth)
      .catch(() => undefined)
      .then(decider => decider && accountId(auth) === decider.id && apply(decider));
  });
}

interface Decider {
  readonly id: string | undefined;
  readonly guardian: readonly ConsentKind[] | undefined;
}

const deciderOf = async (auth: Auth): Promise<Decider> => {
  const id = accountId(auth);
  return { id, guardian: id === undefined ? undefined : await guardianUsage(auth, id) };
};
