/** The periods of which sign-ins are shown. */
export const periods = ['24h', '7d', '31d'] as const;
