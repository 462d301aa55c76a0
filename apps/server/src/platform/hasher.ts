/** What hashes passwords, and with what parameters. */

/** 19 MiB, two passes, one lane: OWASP's first choice for argon2id. */
export const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id, or what a test puts in its place. */
export interface Hasher {
  hash(password: string, parameters: typeof PARAMETERS): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}
