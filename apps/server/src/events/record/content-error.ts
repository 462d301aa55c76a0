/**
 * Thrown where records can't be stored for what they hold, however often it is tried. A full disk or a database that is away is another
 * error: the same records can be stored later.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
