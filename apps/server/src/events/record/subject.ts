/** Whose events: an account, or a device (the uuid of the usage library). */
export type Subject = { readonly user: string } | { readonly device: string };
