/** The fields that the calls of operators share. */
import * as v from 'valibot';
import { roles } from '../call.ts';
import { text, time } from '../page.ts';
import { OPERATOR_NAME, OPERATOR_PASSWORD } from '../rules.ts';

export const name = v.pipe(v.string(), v.regex(OPERATOR_NAME));

export const password = v.pipe(v.string(), v.regex(OPERATOR_PASSWORD));

/** A password that is compared only. */
export const anyPassword = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,128}$/u));

/** The token of a one-use link, after its `#`. */
export const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

export const role = v.picklist(roles);

/** The signed-in operator. */
export const operator = v.object({ id: text, name: text, role });

export type Operator = v.InferOutput<typeof operator>;

/** A one-use link: a path on this host with the token after `#`. No later answer contains it. */
export const link = v.object({ link: text, expires_at: time });
