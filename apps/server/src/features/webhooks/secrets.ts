/** The secrets that sign the messages of an endpoint (Standard Webhooks), kept sealed. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { seal, unseal } from '../../platform/seal.ts';

/** Milliseconds in which messages are signed by the secret before, too. */
export const OVERLAP = 24 * 3600 * 1000;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A sealed secret that is moved to another endpoint does not open. */
const ownerOf = (endpointId: string): string => `webhook|${endpointId}`;

export const sealSecret = (key: Buffer, endpointId: string, secret: string): Buffer =>
  seal(key, ownerOf(endpointId), secret);

export interface SecretColumns {
  readonly id: string;
  readonly sealed_secret: Buffer;
  readonly sealed_previous: Buffer | null;
  readonly previous_until: Date | null;
}

/** @returns the headers of a message; undefined where the secret does not open */
export const signedHeaders = (
  key: Buffer,
  endpoint: SecretColumns,
  message: { readonly id: string; readonly body: string; readonly at: number },
): Record<string, string> | undefined => {
  const { id, sealed_secret: secret, sealed_previous: previous, previous_until: until } = endpoint;
  const overlaps = previous !== null && until !== null && until.getTime() > message.at;
  const signatures = [secret, ...(overlaps ? [previous] : [])].map(sealed => {
    const opened = unseal(key, ownerOf(id), sealed);
    return opened && new Webhook(opened).sign(message.id, new Date(message.at), message.body);
  });
  if (!signatures[0]) return undefined;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at / 1000)),
    'webhook-signature': signatures.filter(Boolean).join(' '),
  };
};
