/** The folder of the packed packages. */
export declare const packed: string;
/** Packs, unless nothing has changed since. @returns the folder */
export declare const ensurePacked: () => string;
