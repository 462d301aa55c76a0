/** Lifetime of an access token in seconds. */
export const ACCESS_LIFE = 3600;
