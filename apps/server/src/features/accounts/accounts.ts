/** The accounts: every account call's handler, and who calls. */
import type { Feature } from '../../http/feature.ts';
import { addAgreementPage } from './agreements/agreement-page.ts';
import { signInSources } from './third-party/vendors/csp-sources.ts';
import { openDataKey } from '../../platform/database/data-key.ts';
import type { Handlers } from '../../http/handler.ts';
import { createConverter } from './third-party/vendors/older-site.ts';
import { createThirdParties } from './third-party/vendors/third-parties.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { agreementHandlers } from './agreements/agreements.ts';
import { createLoginThrottle } from '../../identity/login-throttle.ts';
import { type Authorise, createAuthorise } from './sessions/authorise.ts';
import { universalCodeHandlers } from './codes/universal-code.ts';
import { sendCodeHandlers } from './codes/send-code.ts';
import { avatarHandlers } from './profile/avatar.ts';
import { createCodes } from './codes/codes.ts';
import { seedAgreements } from './agreements/default-agreements.ts';
import { deletionHandlers } from './data/deletion.ts';
import { accountDataHandlers } from './data/account-data.ts';
import { deviceHandlers } from './sessions/devices.ts';
import { KEYS_EVERY } from './jobs.ts';
import { addBindEmailPage } from './email/bind-email-page.ts';
import { emailHandlers } from './email/email.ts';
import { createEmailLinks } from './codes/email-links.ts';
import { createTakeBacks } from './notices/take-back.ts';
import { addTakeBackPage } from './notices/take-back-page.ts';
import { addEndSessionsPage } from './notices/end-sessions-page.ts';
import { createNames } from './profile/names/check-name.ts';
import { accountMetrics } from './metrics.ts';
import { noticeHandlers } from './notices/notices.ts';
import { createOpenid, type Openid } from './openid/openid.ts';
import { openidHandlers } from './openid/requests.ts';
import { addOpenidRoutes } from './openid/routes.ts';
import { ownNumberChangeHandlers } from './staff/own-number-change.ts';
import { passwordHandlers } from './sign-in/password.ts';
import { createPastIdentifiers } from '../../identity/past-identifiers.ts';
import { createPasswords } from '../../identity/passwords.ts';
import { phoneHandlers } from './profile/phone.ts';
import { createCheckPid } from '../../identity/pids.ts';
import { profileHandlers } from './profile/profile.ts';
import { ownFieldHandlers } from './profile/own-fields.ts';
import { createProfilePictures } from './profile/profile-picture.ts';
import { proofHandlers } from './proof/proof.ts';
import { registrationHandlers } from './sign-in/registration.ts';
import { createSessions } from './sessions/sessions.ts';
import { createRequiredFactors } from './second-step/required-factors.ts';
import { secondStepSetUpHandlers } from './second-step/second-step-set-up.ts';
import { secondFactorHandlers } from './second-step/second-factors.ts';
import { secondStepHandlers } from './second-step/second-step.ts';
import { signInHandlers } from './sign-in/sign-in.ts';
import { openSigningKeys, type SigningKeys } from './sessions/signing-keys.ts';
import { thirdPartyHandlers } from './third-party/third-party.ts';
import { createSecondFactors } from '../../identity/second-factor/second-factors.ts';
import { createTickets } from '../../identity/tickets.ts';
import { tokenHandlers } from './sessions/tokens.ts';
import { createDeviceCookie } from './sign-in/device-cookie.ts';
import { createKnownBrowsers, rememberBrowsers } from './sign-in/known-browsers.ts';
import { createVerification, createVerify } from '../../identity/verification.ts';
import { guardianHandlers } from './minors/guardian.ts';
import { createGuardianLinks } from './minors/guardian-links.ts';
import { createBirthYears } from './minors/birth-years.ts';
import { pupilHandlers } from './minors/pupil.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { usageProof } from '../../platform/usage-proof.ts';
import type { AccountsApp } from './accounts-app.ts';

/** The calls that this feature answers. */
export type AccountCall = keyof ReturnType<typeof callHandlers>;

export interface Accounts extends Feature {
  readonly handlers: Handlers<AccountCall>;
  readonly authorise: Authorise;
  readonly keys: SigningKeys;
  readonly openid: Openid;
  /** The public keys of the access tokens (RFC 7517). */
  jwks(): Promise<object>;
}

/** What the calls share; each group of them names in its own file what it needs of this. */
const createContext = async (app: AccountsApp, keys: SigningKeys) => {
  const { config, db, now, log, messages, messageBudget } = app;
  const { secret } = config;
  const tickets = createTickets({ db, now, secret });
  const proofKey = deriveKey(secret, 'usage proofs');
  const accessTokens = createAccessTokens({
    keys,
    issuer: config.issuer,
    usageProof: accountId => usageProof(proofKey, accountId),
    now,
  });
  const verification = app.verification ?? createVerification(tickets);
  const https = config.issuer.startsWith('https:');
  const knownBrowsers = createKnownBrowsers({ https, key: deriveKey(secret, 'known browsers') });
  const { issuer, pages, origins } = config;
  const siteNow = () => pages.name?.['zh-CN'] ?? new URL(issuer).hostname;
  const places = { issuer, domain: pages.domain, origins: origins === 'loopback' ? [] : origins };
  return {
    app,
    secret,
    issuer,
    openid: createOpenid(app),
    words: config.words.messages,
    pictures: app.pictures,
    decoder: app.decoder,
    profilePictures: createProfilePictures({ db, issuer, pictures: app.pictures }),
    exportUsage: app.exportUsage,
    checkPid: createCheckPid(config.pids),
    codes: createCodes({ db, now, messages, secret, budget: messageBudget, limits: config.codes }),
    sessions: createSessions({
      db,
      now,
      secret,
      secondFactorPids: config.secondFactorPids,
      minors: config.minors,
    }),
    accessTokens,
    passwords: await createPasswords(config.hashing, app.hasher),
    loginThrottle: createLoginThrottle({ db, now, secret, queue: config.hashing.queue }),
    tickets,
    emailLinks: createEmailLinks({ db, now, secret }),
    verify: createVerify(verification),
    verification,
    knownBrowsers,
    deviceCookie: createDeviceCookie({ https, key: deriveKey(secret, 'device cookie') }),
    thirdParties: createThirdParties(config.thirdParty, log),
    converter: createConverter(config.thirdParty.convert, {
      now,
      log,
      timeoutMs: config.thirdParty.timeoutMs,
    }),
    secondFactors: createSecondFactors({
      db,
      now,
      key: await openDataKey({ db, secret }, 'second factors'),
      tickets,
      places,
      get site() {
        return siteNow();
      },
    }),
    requiredFactors: createRequiredFactors(config.secondFactorPids, now),
    minors: config.minors,
    guardianLinks: createGuardianLinks(secret),
    birthYears: createBirthYears(secret),
    names: createNames(config.names, { now }),
    pastIdentifiers: createPastIdentifiers(secret),
    get site() {
      return siteNow();
    },
  };
};

const callHandlers = (context: Awaited<ReturnType<typeof createContext>>) => ({
  ...registrationHandlers(context),
  ...signInHandlers(context),
  ...secondStepHandlers(context),
  ...secondStepSetUpHandlers(context),
  ...secondFactorHandlers(context),
  ...tokenHandlers(context),
  ...profileHandlers(context),
  ...ownFieldHandlers(context),
  ...agreementHandlers(context),
  ...thirdPartyHandlers(context),
  ...phoneHandlers(context),
  ...passwordHandlers(context),
  ...emailHandlers(context),
  ...sendCodeHandlers(context),
  ...universalCodeHandlers(context),
  ...deviceHandlers(context),
  ...noticeHandlers(context),
  ...avatarHandlers(context),
  ...deletionHandlers(context),
  ...ownNumberChangeHandlers(context),
  ...accountDataHandlers(context),
  ...proofHandlers(context),
  ...pupilHandlers(context),
  ...guardianHandlers(context),
  ...openidHandlers(context),
});

/**
 * Opens the accounts on a migrated database: takes or makes the signing key, and publishes the default agreements where
 * there are none.
 */
export const createAccounts = async (app: AccountsApp): Promise<Accounts> => {
  const { config, db, now, log } = app;
  const { secret, pages } = config;
  const keys = await openSigningKeys({ db, now, log, secret });
  await seedAgreements(db, now());
  const context = await createContext(app, keys);
  const { accessTokens, knownBrowsers } = context;
  return {
    handlers: rememberBrowsers(callHandlers(context), knownBrowsers),
    authorise: createAuthorise({ db, accessTokens, now, minors: config.minors }),
    keys,
    openid: context.openid,
    jwks: () => keys.jwks(),
    addRoutes: server => {
      server.get('/.well-known/jwks.json', async (_, reply) => {
        reply.header('cache-control', 'public, max-age=300');
        return keys.jwks();
      });
      const words = config.words.served;
      const { sessions } = context;
      addAgreementPage(server, { db, now, pages, words: words.agreements });
      addEndSessionsPage(server, { db, now, sessions, words: words.endSessions });
      addBindEmailPage(server, {
        links: context.emailLinks,
        codes: context.codes,
        words: words.bindEmail,
      });
      addOpenidRoutes(server, context);
      addTakeBackPage(server, {
        takeBacks: createTakeBacks({ db, now, sessions, pastIdentifiers: context.pastIdentifiers }),
        words: words.takeBack,
      });
    },
    ...accountMetrics(context.passwords),
    cspSources: signInSources(config.thirdParty),
    jobs: [
      {
        name: 'take up signing keys',
        everyMs: KEYS_EVERY,
        firstMs: KEYS_EVERY,
        // The keys that sign are held in memory.
        scope: 'process',
        run: async () => {
          await keys.takeUp();
          await context.openid.takeUpKeys();
        },
      },
    ],
  };
};
