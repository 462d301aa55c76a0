/** Calls that change what a view shows, and loading it again. */
import { useRouter } from '@tanstack/react-router';
import type { Client } from './client/client.ts';
import { useConsoleContext } from './console-context.ts';

/** @returns a function that loads the view's data again, and is done once they are there */
export function useReload(): () => Promise<void> {
  const router = useRouter();
  // without `sync` loaders go on behind the answer, and a second change would send the revision before
  return () => router.invalidate({ sync: true });
}

/** @returns the client's `call`, which answers once the view's data are loaded again */
export function useMutate(): Client['call'] {
  const { client } = useConsoleContext();
  const reload = useReload();
  return async (name, input, signal) => {
    const answer = await client.call(name, input, signal);
    await reload();
    return answer;
  };
}
