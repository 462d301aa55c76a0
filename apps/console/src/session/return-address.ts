/** The address to return to after a sign-in. Only addresses of the console are allowed, without those of the sign-in itself. */
export const returnAddress = (to: string): string =>
  /^\/console(?:[/?][^\\]*)?$/.test(to) && !/^\/console\/(?:sign-in|second-factor)/.test(to)
    ? to
    : '/console';
