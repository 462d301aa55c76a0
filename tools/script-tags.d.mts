/** The version in the address of the scripts: the first two numbers of the account library's. */
export declare const scriptVersion: () => string;
