/** Schemas of `data` that several calls share. */
import * as v from 'valibot';

const seconds = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer());

/** The token set (specification, section 3). `expires_in` is in seconds; it is the cookie's max age. */
export const tokenSet = /* @__PURE__ */ v.object({
  access: /* @__PURE__ */ v.object({
    token: /* @__PURE__ */ v.string(),
    type: /* @__PURE__ */ v.string(),
    expires_in: seconds,
  }),
  refresh: /* @__PURE__ */ v.object({ token: /* @__PURE__ */ v.string(), expires_in: seconds }),
});
export type TokenSet = v.InferOutput<typeof tokenSet>;

const auth = /* @__PURE__ */ v.object({
  account_id: /* @__PURE__ */ v.string(),
  created: /* @__PURE__ */ v.boolean(),
  token: tokenSet,
});

/** The answer of a sign-in. `created`: the account is new. */
export const signedIn = /* @__PURE__ */ v.object({ auth });
export type SignedIn = v.InferOutput<typeof signedIn>;

/** The answer of a call that sends a code: seconds until the next may be requested, and until this one expires. */
export const sent = /* @__PURE__ */ v.object({ retry_after: seconds, expires_in: seconds });
export type Sent = v.InferOutput<typeof sent>;

/** The answer of a call that sends a voice code. A client stores its tokens, if it has any (specification, section 4). */
export const sentByVoice = /* @__PURE__ */ v.object({
  retry_after: seconds,
  expires_in: seconds,
  auth: /* @__PURE__ */ v.optional(auth),
});

/** The empty answer. */
export const done = /* @__PURE__ */ v.object({});

/** A ticket for the next step: valid for 10 minutes, once. */
export const ticket = /* @__PURE__ */ v.object({ ticket: /* @__PURE__ */ v.string() });

/** An agreement or protocol: `code` names the document, `id` this version of it. */
export const agreement = /* @__PURE__ */ v.object({
  id: seconds,
  code: /* @__PURE__ */ v.string(),
  version: seconds,
  title: /* @__PURE__ */ v.string(),
  url: /* @__PURE__ */ v.string(),
});
export type Agreement = v.InferOutput<typeof agreement>;

const text = /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string());
const number = /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.number());

/** The public profile (specification, section 3). `birthday` is in seconds since 1970 (UTC), `grade` an id of the grade list. */
export const profile = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.string(),
  nickname: /* @__PURE__ */ v.string(),
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
