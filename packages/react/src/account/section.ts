/** The sections of an account page, in their order. */
export const accountSections = ['profile', 'security', 'devices', 'privacy'] as const;
export type AccountSection = (typeof accountSections)[number];
