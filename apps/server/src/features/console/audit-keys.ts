import { deriveKeys, type Secret } from '../../platform/derive-key.ts';

/** The keys of the audit log's checkpoints and export links: first the current one, which signs. */
export const auditKeysOf = (secret: Secret) => deriveKeys(secret, 'audit log');
