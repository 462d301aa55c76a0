/** What the SDK-Account-Version header says (specification, section 1). */
export const VERSION = '0.16.2';
