/** Copies files and the container file into a folder, with their checksums. @returns the names, in order */
export declare const makeRelease: (files: readonly string[], folder: string) => string[];
