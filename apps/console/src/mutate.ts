/** Calls that change what a view shows. */
import { useRouter } from '@tanstack/react-router';
import type { Client } from './client/client.ts';
import { useConsoleContext } from './console-context.ts';

/** @returns the client's `call`, which answers once the view's data are loaded again */
export function useMutate(): Client['call'] {
  const { client } = useConsoleContext();
  const router = useRouter();
  return async (name, input, signal) => {
    const answer = await client.call(name, input, signal);
    // without it loaders go on behind the answer, and a second change would send the revision before
    await router.invalidate({ sync: true });
    return answer;
  };
}
