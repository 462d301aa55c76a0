/** What this browser was told last of who decides about usage. */
export const guardianKey = 'rollcall.usage_guardian';
