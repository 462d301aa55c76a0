/** The name of the violated unique constraint; undefined for any other error. */
export const uniqueViolation = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
};
