/** The repository's root. */
export declare const root: string;
/** The folders of `packages/` that are published. */
export declare const packages: readonly string[];
/** Every lockfile, from the root. */
export declare const lockfiles: readonly string[];
