/** Schemas of `data` that several calls share. */
import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.integer());

/** The token set (specification, section 3). `expires_in` is in seconds; it is the cookie's max age. */
export const tokenSet = v.object({
  access: v.object({
    token: v.string(),
    type: v.string(),
    expires_in: seconds,
  }),
  refresh: v.object({ token: v.string(), expires_in: seconds }),
});
export type TokenSet = v.InferOutput<typeof tokenSet>;

const auth = v.object({
  account_id: v.string(),
  created: v.boolean(),
  token: tokenSet,
  /**
   * What the person is to be asked before anything else (docs/minors.md); absent: nothing. `age`: the year of birth.
   * `guardian`: the guardian's number, or the person waits for the guardian's consent.
   */
  requires: v.optional(v.string() as v.GenericSchema<'age' | 'guardian'>),
});

/** The answer of a sign-in. `created`: the account is new. */
export const signedIn = v.object({ auth });
export type SignedIn = v.InferOutput<typeof signedIn>;

/** The answer of a call that sends a code: seconds until the next may be requested, and until this one expires. */
export const sent = v.object({ retry_after: seconds, expires_in: seconds });
export type Sent = v.InferOutput<typeof sent>;

/** The answer of a call that sends a voice code. A client stores its tokens, if it has any (specification, section 4). */
export const sentByVoice = v.object({
  retry_after: seconds,
  expires_in: seconds,
  auth: v.optional(auth),
});

/** How a person can sign in. `older-site`: by the session of a previous site. */
export const signInMethods = [
  'password',
  'code',
  'email-code',
  'wechat',
  'qq',
  'passkey',
  'older-site',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The empty answer. */
export const done = v.object({});

/** A ticket for the next step: valid for 10 minutes, once. */
export const ticket = v.object({ ticket: v.string() });

/** An agreement or protocol: `code` names the document, `id` this version of it. */
export const agreement = v.object({
  id: seconds,
  code: v.string(),
  version: seconds,
  title: v.string(),
  url: v.string(),
});
export type Agreement = v.InferOutput<typeof agreement>;

const text = v.nullable(v.string());
const number = v.nullable(v.number());

/** The public profile (specification, section 3). `birthday` is in seconds since 1970 (UTC), `grade` an id of the grade list. */
export const profile = v.object({
  id: v.string(),
  nickname: v.string(),
  avatar_url: text,
  fullname: text,
  birthday: number,
  sex: number,
  qq: text,
  description: text,
  grade: number,
});
export type Profile = v.InferOutput<typeof profile>;

/** The profile fields that can be set (specification, section 3). */
export const profileFields = [
  'nickname',
  'avatar_url',
  'fullname',
  'birthday',
  'sex',
  'qq',
  'description',
  'grade',
] as const;
