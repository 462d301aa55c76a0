/** @param url of the simulators, without a slash at its end */
export declare const simulatedThirdParties: (url: string) => Record<string, string>;
/** @param url of the simulators, without a slash at its end */
export declare const simulatedHumanVerification: (url: string) => Record<string, string>;
/** @param url of the simulators, without a slash at its end */
export declare const simulatedMessages: (url: string) => Record<string, string>;
/** @param url of the simulators, without a slash at its end */
export declare const simulatedBots: (url: string) => Record<string, string>;
