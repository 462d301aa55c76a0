/** Seconds that an access token is good for. */
export const ACCESS_LIFE = 3600;
