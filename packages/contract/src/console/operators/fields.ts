/** The fields that the calls of operators share. */
import * as v from 'valibot';
import { roles } from '../call.ts';
import { text, time } from '../page.ts';
import { OPERATOR_NAME, OPERATOR_PASSWORD } from '../rules.ts';

export const name = v.pipe(v.string(), v.regex(OPERATOR_NAME));

export const password = v.pipe(v.string(), v.regex(OPERATOR_PASSWORD));

/** Only compared. */
export const anyPassword = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,128}$/u));

/** What stands behind `#` in a one-use link. */
export const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

export const role = v.picklist(roles);

/** Whoever is signed in. */
export const operator = v.object({ id: text, name: text, role });

export type Operator = v.InferOutput<typeof operator>;

/** A one-use link: a path on this host with the token behind `#`, told this once. */
export const link = v.object({ link: text, expires_at: time });
