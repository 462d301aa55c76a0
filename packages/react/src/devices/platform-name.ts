import type { DevicesWords } from './words.ts';

/** A platform as a site or app names itself: by its usual name where it is a common one. */
export const platformName = ({ platforms }: DevicesWords, platform: string | null): string | null => {
  const names = new Map<string, string>(Object.entries(platforms));
  return (platform && names.get(platform.toLowerCase())) ?? platform;
};
