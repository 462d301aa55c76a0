/** Second factors, for calls of accounts and of the console alike: authenticator apps (TOTP), passkeys, recovery codes. */
import * as v from 'valibot';
import { VISIBLE } from './fields.ts';

/** Maximum length of a binary field of WebAuthn in base64url. */
const BYTES = 16_384;
const bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(BYTES));
const publicKey = v.literal('public-key');
const extensions = v.optional(v.record(v.string(), v.unknown()), {});

/** The ticket of a step: valid for some minutes, and spent by the step that succeeds. */
export const stepTicket = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** A code of an authenticator app. */
export const totpCode = v.pipe(v.string(), v.regex(/^\d{6}$/));

/** The name of a passkey, by which its owner recognises it. */
export const passkeyName = v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,40}$/u), v.regex(VISIBLE));

/** What a browser answers to a request to make a passkey (`RegistrationResponseJSON` of WebAuthn). */
export const passkeyRegistration = v.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,32}$/))), v.maxLength(10))),
  }),
  clientExtensionResults: extensions,
});

/** What a browser answers to a request to use a passkey (`AuthenticationResponseJSON` of WebAuthn). */
export const passkeyAssertion = v.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: v.optional(bytes),
  }),
  clientExtensionResults: extensions,
});

/** A proof of a second factor. */
export const secondFactorProof = v.variant('method', [
  v.object({ method: v.literal('totp'), code: totpCode }),
  v.object({
    method: v.literal('recovery_code'),
    /** Upper or lower case, with or without spaces and hyphens. */
    code: v.pipe(v.string(), v.regex(/^[\w -]{10,24}$/)),
  }),
  v.object({
    method: v.literal('passkey'),
    /** The `ticket` that came with the challenge. */
    ticket: stepTicket,
    response: passkeyAssertion,
  }),
]);

const [byTotp, byRecoveryCode] = secondFactorProof.options;
/** A proof that can be typed beside a password, without a challenge before. */
export const typedProof = v.variant('method', [byTotp, byRecoveryCode]);

export type SecondFactorProof = v.InferOutput<typeof secondFactorProof>;
export type SecondFactorMethod = SecondFactorProof['method'];
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>;
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>;

/** A challenge for `navigator.credentials`: its options as JSON (WebAuthn Level 3), and the ticket that its answer brings back. */
export const passkeyChallenge = v.object({ ticket: v.string(), options: v.record(v.string(), v.unknown()) });

/** A new secret of an authenticator app; `qr` is its `otpauth` address as an SVG image. */
export const totpSetup = v.object({
  ticket: v.string(),
  secret: v.string(),
  uri: v.string(),
  qr: v.string(),
});

/** Recovery codes, shown once; null if there were some already. */
export const newRecoveryCodes = v.object({ recovery_codes: v.nullable(v.array(v.string())) });

const time = v.pipe(v.number(), v.integer());

/** The second factors of a person or an operator. Times are milliseconds since 1970. */
export const secondFactors = v.object({
  /** Whether one is demanded, so that the last one cannot be removed. */
  required: v.boolean(),
  /** Whether sign-ins ask for one (two-step verification). */
  enabled: v.boolean(),
  /** Whether passkeys work at this address. */
  passkeys_available: v.boolean(),
  totp: v.nullable(v.object({ created_at: time })),
  passkeys: v.array(
    v.object({ id: v.string(), name: v.string(), created_at: time, last_used_at: v.nullable(time) }),
  ),
  recovery_codes_left: v.pipe(v.number(), v.integer()),
});

export type SecondFactors = v.InferOutput<typeof secondFactors>;
