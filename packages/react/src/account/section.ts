/**
 * The sections of an account page, in their order.
 * @see `docs/react.md`
 */
export const accountSections = ['profile', 'security', 'devices', 'privacy'] as const;
export type AccountSection = (typeof accountSections)[number];
