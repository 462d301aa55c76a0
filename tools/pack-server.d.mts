/** Packs `@rollcall/server`, unless nothing has changed since. @returns the file */
export declare const ensureServerPacked: () => string;
