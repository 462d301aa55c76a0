// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
import { AllowedClients } from './allowed-clients.tsx';

const moodle = { id: 'm', name: 'Moodle', mark: null, scopes: ['openid', 'email'], allowed_at: 0 };

test('what was allowed is listed, and taken back', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AllowedClients />);
  expect(box.textContent).toBe('');
  await server.of('openid/clients')[0]?.answer(200, { data: [moodle] });
  expect(box.textContent).toContain('可获得：账号编号、邮箱地址');
  await press(button(box, '取消'));
  expect(server.last()?.body).toEqual({ id: 'm' });
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('已取消 Moodle。');
  expect(box.querySelector('li')).toBe(null);
  await unmount();
});

test('where nothing was allowed nothing is drawn', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AllowedClients />);
  await server.of('openid/clients')[0]?.answer(200, { data: [] });
  expect(box.textContent).toBe('');
  await unmount();
});
