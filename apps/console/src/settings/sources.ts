/** What the list of settings can be narrowed to: by the source of the value, or to those that can be set here. */
export const sources = ['', 'settable', 'environment', 'console', 'default'] as const;
