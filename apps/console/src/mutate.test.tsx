import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Client } from './client/client.ts';
import { Refused } from './client/refused.ts';
import { ConsoleContextProvider } from './console-context.ts';
import { useMutate } from './mutate.ts';

const did: string[] = [];
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({
    invalidate: async ({ sync }: { sync?: boolean } = {}) => void did.push(sync ? 'loaded' : 'loading'),
  }),
}));

test('a change answers after the data are loaded again; a refused one loads nothing', async () => {
  const call = vi.fn(async () => void did.push('called'));
  let mutate: Client['call'] | undefined;
  const Part = () => {
    mutate = useMutate();
    return null;
  };
  renderToStaticMarkup(
    <ConsoleContextProvider value={{ language: 'en', client: { call: call as Client['call'] } }}>
      <Part />
    </ConsoleContextProvider>,
  );
  const change = () => mutate?.('endOwnOtherSessions', {});
  await change();
  expect(did.splice(0)).toEqual(['called', 'loaded']);
  call.mockRejectedValueOnce(new Refused('Unreachable'));
  await expect(change()).rejects.toThrow(Refused);
  expect(did).toEqual([]);
});
