/** Where the account calls live (specification, section 7). */
export const accounts = '/tiger/v3/web/accounts/' as const;
