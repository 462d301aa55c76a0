/** Which of several releases is the newest, by what their names say of it. */

const numbers = new Intl.Collator('en', { numeric: true });
/** A hash may begin with a digit too. */
const isNumbered = (release: string): boolean => /^v?\d+(\.\d+)+/.test(release);

/**
 * @param releases in the order in which pages reported them, the last first: an old page that is still open reports its own
 * @returns of numbered ones the highest; of others, such as hashes, the one that was reported last
 */
export const newestRelease = (releases: readonly string[]): string | undefined =>
  releases
    .filter(release => release !== '')
    .reduce<string | undefined>(
      (newest, release) =>
        newest === undefined ||
        (isNumbered(newest) && isNumbered(release) && numbers.compare(release, newest) > 0)
          ? release
          : newest,
      undefined,
    );
