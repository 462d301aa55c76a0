/** For tests: people with second factors, over HTTP. */
import type { PasskeyAssertion } from '@rollcall/contract';
import {
  type TestAuthenticator,
  testAuthenticator,
  totpCodeAt,
} from '../../../identity/second-factor/testing.ts';
import { DEMANDING, refusalOf, PASSWORD, PID } from '../testing.ts';
import type { HttpAccounts, Person } from './http.ts';

export interface WithApp extends Person {
  readonly secret: string;
  readonly codes: readonly string[];
}
export interface WithPasskey extends Person {
  readonly authenticator: TestAuthenticator;
  readonly codes: readonly string[];
}

/** The headers of a page at `localhost`, where passkeys work with the default issuer. */
export const pageHeaders = ({ server }: Pick<HttpAccounts, 'server'>) => ({
  origin: server.url.replace('127.0.0.1', 'localhost'),
});

export const secondFactorSteps = (context: HttpAccounts) => {
  const { call, member, server } = context;
  const headers = pageHeaders(context);

  /** A member who has set up an app; the clock is at the following time step. */
  const withApp = async (): Promise<WithApp> => {
    const person = await member();
    const token = person.access;
    const { ticket, secret } = await call('startTotp', { token });
    const body = { ticket, code: totpCodeAt(secret, server.now()) };
    const { recovery_codes: codes } = await call('addTotp', { token, body });
    server.now.move(30_000);
    return { ...person, secret, codes: codes ?? [] };
  };

  /** A new passkey, as the browser gives it for `startPasskey`. */
  const newPasskey = async (token: string) => {
    const authenticator = testAuthenticator({ origin: headers.origin, rpId: 'localhost' });
    const { ticket, options } = await call('startPasskey', { token, headers });
    return { authenticator, body: { ticket, name: '书房电脑', response: authenticator.register(options) } };
  };

  /** A member with a passkey, for which other sign-ins ask unless told. */
  const withPasskey = async ({ enabled = true } = {}): Promise<WithPasskey> => {
    const person = await member();
    const token = person.access;
    const { authenticator, body } = await newPasskey(token);
    await call('addPasskey', { token, headers, body });
    const { recovery_codes: codes } = enabled
      ? await call('setTwoStepVerification', { token, body: { enabled } })
      : { recovery_codes: null };
    return { ...person, authenticator, codes: codes ?? [] };
  };

  /** The ticket of the second step, after the password. */
  const step = async ({ phone }: Pick<Person, 'phone'>, password = PASSWORD): Promise<string> => {
    const refused = await refusalOf(
      call('loginByAccount', { body: { identity: phone, password, pid: PID } }),
    );
    const ticket = refused?.detail.data?.ticket;
    if (refused?.refusal !== 'SecondFactorRequired' || typeof ticket !== 'string')
      throw new Error('No second step was asked for.');
    return ticket;
  };

  /** The ticket of a second step in which a factor is set up, of a new member at a pid that demands one. */
  const setUpStep = async (): Promise<Person & { ticket: string }> => {
    const person = await member();
    const body = { identity: person.phone, password: PASSWORD, pid: DEMANDING };
    const refused = await refusalOf(call('loginByAccount', { body }));
    const { ticket, setup } = refused?.detail.data ?? {};
    if (typeof ticket !== 'string' || setup !== true) throw new Error('No factor was required.');
    return { ...person, ticket };
  };

  /** As `setUpStep`, with an app whose code is right. */
  const setUpApp = async () => {
    const { ticket: step_ticket, ...person } = await setUpStep();
    const { ticket, secret } = await call('startStepTotp', { body: { ticket: step_ticket } });
    return { person, secret, body: { step_ticket, ticket, code: totpCodeAt(secret, server.now()) } };
  };

  /** As `setUpStep`, with a passkey. */
  const setUpPasskey = async () => {
    const { ticket: step_ticket, ...person } = await setUpStep();
    const authenticator = testAuthenticator({ origin: headers.origin, rpId: 'localhost' });
    const { ticket, options } = await call('startStepPasskey', { body: { ticket: step_ticket }, headers });
    const response = authenticator.register(options);
    return { person, authenticator, body: { step_ticket, ticket, name: '书房电脑', response } };
  };

  /** The answer to a challenge that the server did not make. */
  const forged = (): PasskeyAssertion =>
    testAuthenticator({ origin: headers.origin, rpId: 'localhost' }).assert({ challenge: 'forged' });

  return { withApp, withPasskey, newPasskey, step, setUpStep, setUpApp, setUpPasskey, forged };
};
