/**
 * Starts monitoring and, with consent, usage reporting of these pages, and draws the foot. In a chunk of its
 * own.
 */
import type { Auth } from '@rollcall/account';
import { type Phrases, SignInProvider } from '@rollcall/react';
import { createUsage, UsageProvider } from '@rollcall/react/usage';
import { createRoot } from 'react-dom/client';
import { followDecider } from './decider.ts';
import { reportingBegun } from './current.ts';
import { rootOptions } from '@rollcall/app-shell/errors';
import { Foot } from './foot.tsx';
import { pageSettings } from '@rollcall/app-shell/settings';
import { inOwnTask } from '@rollcall/app-shell/idle';
import { startMonitoring } from '@rollcall/app-shell/monitoring';

/** Starts reporting to this host, and draws the foot where the page has a place for it. Browser only. */
export async function startReporting(auth: Auth, phrases: Phrases): Promise<void> {
  // first, so that it observes what follows
  startMonitoring();
  await inOwnTask(() => {});
  // without `domain` the one that the sites share is found
  const { product_code, pid, platform, env, domain } = auth.params;
  const params = { product_code, pid, platform, url: '/', env, domain };
  const place = document.getElementById('reporting');
  const root = place ? createRoot(place, rootOptions) : undefined;
  const heatmap = pageSettings().clickMap ? (await import('@rollcall/usage/heatmap')).heatmap : undefined;
  await followDecider(auth, {
    create: () => createUsage({ ...params, heatmap }),
    show: (usage, guardian) => {
      reportingBegun({ usage, guardian });
      root?.render(
        <SignInProvider auth={auth} phrases={phrases}>
          <UsageProvider usage={usage} guardian={guardian}>
            {usage ? <Foot /> : null}
          </UsageProvider>
        </SignInProvider>,
      );
    },
  });
}
