/** Passkeys in the browser. The library is loaded when a passkey is used. */
import { Refused } from '../client/refused.ts';
import type { BodyOf, ConsoleCalls } from '../client/calls.ts';

interface Challenge {
  readonly ticket: string;
  readonly options: Readonly<Record<string, unknown>>;
}

type Adding = BodyOf<ConsoleCalls['addOperatorPasskey']>;
export type Proof = BodyOf<ConsoleCalls['proveOperator']>['proof'];
export type SecondStepProof = BodyOf<ConsoleCalls['finishOperatorSignIn']>['proof'];

/** @throws Refused PasskeyFailed if there is no passkey, or the operator cancels */
const orRefused = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (thrown) {
    throw new Refused('PasskeyFailed', thrown instanceof Error ? { message: thrown.message } : {});
  }
};

/** With its extensions as a plain object, which the contract's type asks for. */
const plain = <R extends { readonly clientExtensionResults: object }>({
  clientExtensionResults,
  ...response
}: R) => ({
  ...response,
  clientExtensionResults: Object.fromEntries(Object.entries(clientExtensionResults)),
});

/** Makes a passkey by a challenge of the server. */
export const makePasskey = async ({ ticket, options }: Challenge, name: string): Promise<Adding> => {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await orRefused(startRegistration({ optionsJSON }));
  return { ticket, name, response: plain(response) };
};

/** Answers a challenge of the server with a passkey. */
export const answerWithPasskey = async ({ ticket, options }: Challenge): Promise<SecondStepProof> => {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await orRefused(startAuthentication({ optionsJSON }));
  return { method: 'passkey', ticket, response: plain(response) };
};
