/** Passkeys in the browser. Loaded late, with the library that speaks to `navigator.credentials`. */
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

export interface Challenge {
  readonly ticket: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Passkeys belong to a host name: at an IP address browsers refuse them. */
export const passkeysWorkHere = (): boolean =>
  browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

/** As people name them; those that also name another system stand before it. */
const SYSTEMS = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** What this device is, as the name of a passkey that was given none; undefined: not known. */
export const deviceName = (userAgent = navigator.userAgent): string | undefined =>
  SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];

/** The browser gave no passkey, as a rule because the person cancelled. */
export class PasskeyCancelled extends Error {}

/** With its extensions as a plain object, which the contract's type asks for. */
const plain = <R extends { readonly clientExtensionResults: object }>({
  clientExtensionResults,
  ...response
}: R) => ({
  ...response,
  clientExtensionResults: Object.fromEntries(Object.entries(clientExtensionResults)),
});

const orCancelled = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    throw new PasskeyCancelled('No passkey was used.', { cause: thrown });
  });

/** Makes a passkey by a challenge of the server. @throws PasskeyCancelled */
export const makePasskey = async ({ ticket, options }: Challenge, name: string) => {
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return { ticket, name, response: plain(await orCancelled(startRegistration({ optionsJSON }))) };
};

/**
 * Answers a challenge of the server with a passkey.
 * @param useBrowserAutofill waits until the person chooses one among the browser's suggestions for the field
 * @throws PasskeyCancelled
 */
export const answerWithPasskey = async ({ ticket, options }: Challenge, useBrowserAutofill = false) => {
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await orCancelled(startAuthentication({ optionsJSON, useBrowserAutofill }));
  return { ticket, response: plain(response) };
};
