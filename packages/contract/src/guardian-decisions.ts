/** What a guardian decides, or does in a pupil's place: each is an entry of its own. */
export const guardianDecisions = [
  'consent',
  'refuse',
  'withdraw',
  'erase',
  'keep',
  'correct',
  'usage',
  'client',
] as const;
export type GuardianDecision = (typeof guardianDecisions)[number];
