/** Whether a host name, as a URL writes it, is this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[(?:::1?|::ffff:7f[\da-f]{2}:[\da-f]{1,4})\])$/i.test(
    host,
  );
