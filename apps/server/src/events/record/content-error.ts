/**
 * Thrown if the content of records cannot be stored, at any retry. A full disk or a database that is away is another error: the
 * same records can be stored later.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
