/** What this browser was told last of who decides about usage. */
export const guardianKey = 'rollcall.usage_guardian';

/** Forgets it, in all tabs. Browser only. */
export const forgetGuardian = (): void => {
  try {
    localStorage.removeItem(guardianKey);
  } catch {
    // nothing was kept
  }
};
