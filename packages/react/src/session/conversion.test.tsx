// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { fakeServer, settle, show, signedIn } from '../testing.tsx';
import { useSession } from './use-session.ts';

let close = async () => {};
afterEach(() => close());
const State = () => <output>{useSession()}</output>;

/** A page of a site whose server converts; with a provider within the provider, as the account page has it. */
async function open(server: ReturnType<typeof fakeServer>) {
  const { auth } = server;
  const { box, unmount } = await show(
    auth,
    <RollcallProvider auth={auth} phrases={zhCN} converts>
      <RollcallProvider auth={auth} phrases={zhCN}>
        <State />
      </RollcallProvider>
    </RollcallProvider>,
  );
  close = unmount;
  return { box, state: () => box.querySelector('output')?.textContent };
}

test('the session of an older site signs in, once; the state is unknown until then [4.conversion]', async () => {
  const server = fakeServer();
  const { state } = await open(server);
  expect(state()).toBe('unknown');
  expect(server.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/tokens\/convert$/)]);
  await server.last()?.answer(200, { data: signedIn.data.auth.token });
  expect(state()).toBe('in');
  await act(async () => server.signedOutElsewhere());
  await settle();
  expect(state()).toBe('out');
  expect(server.requests).toHaveLength(1);
});

test.each([
  [
    'a refusal',
    async (server: ReturnType<typeof fakeServer>) => server.last()?.answer(401, { code: 'AC3_48', msg: '' }),
  ],
  ['no answer', async (server: ReturnType<typeof fakeServer>) => server.last()?.timeOut()],
])('%s leaves a visitor [4.conversion]', async (_name, end) => {
  const server = fakeServer();
  const { state } = await open(server);
  await end(server);
  expect(state()).toBe('out');
});

test('a person with a token is signed in, and nothing is converted [4.conversion]', async () => {
  const server = fakeServer({ signedIn: true });
  const { state } = await open(server);
  expect(state()).toBe('in');
  expect(server.requests).toEqual([]);
});
