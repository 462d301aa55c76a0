/** Chromium's virtual authenticator: passkeys without a person's finger. */
import type { BrowserContext, Page } from 'playwright-core';

/** Gives a page an authenticator of this device, which keeps passkeys and answers immediately. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
