/** Validates bodies and queries by the contract's schemas; refuses the first invalid field by name. */
import { fieldRefusal, fields, invalidMessage, type RefusalName } from '@rollcall/contract';
import * as v from 'valibot';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** Fields whose values are never repeated in an answer. */
const secretFields = new Set([
  'password',
  'old_password',
  'confirm_password',
  'rePassword',
  'refresh_token',
  'ticket',
  'oauth_ticket',
  'captchaTicket',
  'code',
  'token',
]);

/** Maximum length of a message, which repeats the invalid value. */
const MAX_MESSAGE = 300;

/**
 * @returns the validated value: known fields only, with defaults
 * @throws Refusal: the field's own (`fieldRefusal`), else InvalidRequest; `data.field` names the field.
 */
export const validateInput = <S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> => {
  const input = given ?? {};
  if (typeof input !== 'object' || Array.isArray(input)) {
    throw refuse('InvalidRequest', { message: 'The body must be a JSON object.' });
  }
  const checked = v.safeParse(schema, input, { abortEarly: true });
  if (checked.success) return checked.output;
  throw issueRefusal(schema, checked.issues[0]);
};

const issueRefusal = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): Refusal => {
  const key = issue.path?.[0]?.key;
  if (typeof key !== 'string') return refuse('InvalidRequest');
  const message = secretFields.has(key) ? secretMessage(key, issue) : openMessage(schema, key, issue);
  return refuse(refusalName(key, message, issue), {
    message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    data: { field: key },
  });
};

const refusalName = (field: string, message: string, issue: v.BaseIssue<unknown>): RefusalName => {
  if ((issue.path?.length ?? 0) > 1) return 'InvalidRequest';
  const name = fieldRefusal(field, message);
  return name === undefined ? 'InvalidRequest' : (name as RefusalName);
};

const secretMessage = (field: string, issue: v.BaseIssue<unknown>): string =>
  issue.message === fields.MISMATCH_MESSAGE ? issue.message : invalidMessage(field, '******');

const openMessage = (schema: v.GenericSchema, field: string, issue: v.BaseIssue<unknown>): string => {
  // For a missing field the message of its own rule replaces valibot's.
  const own = issue.type === 'object' ? messageWhenMissing(schema, field) : issue.message;
  return own === undefined
    ? invalidMessage(field, issue.input)
    : fields.fieldMessage(field, { ...issue, message: own });
};

const messageWhenMissing = (schema: v.GenericSchema, field: string): string | undefined => {
  const entries = 'entries' in schema ? (schema.entries as Record<string, v.GenericSchema>) : {};
  const rule = Object.hasOwn(entries, field) ? entries[field] : undefined;
  const checked = rule && v.safeParse(rule, undefined, { abortEarly: true });
  return checked?.success === false ? checked.issues[0].message : undefined;
};
