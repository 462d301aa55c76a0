/** Runs `work`, which is synchronous, while no other process runs work of the same name. */
export declare const alone: <T>(name: string, work: () => T) => T;
