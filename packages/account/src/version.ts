/** The SDK-Account-Version header (specification, section 1). */
export const VERSION = '0.16.2';
