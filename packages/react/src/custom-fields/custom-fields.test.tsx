// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
import { CustomFields } from './custom-fields.tsx';

const field = (key: string, rule: object, more: object = {}) => ({
  key,
  name: { 'zh-CN': key, en: key },
  rule,
  required: false,
  changeable: true,
  value: null,
  ...more,
});
const options = ['red', 'blue'].map(value => ({ value, name: { 'zh-CN': `色${value}`, en: value } }));

const open = async (fields: readonly object[]) => {
  const server = fakeServer({ signedIn: true });
  const shown = await show(server.auth, <CustomFields />);
  await server.of('custom-fields')[0]?.answer(200, { data: fields });
  return { server, ...shown };
};
const control = (box: Element, name: string) => {
  const found = box.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

test('where the school has no fields nothing is drawn', async () => {
  const { box, unmount } = await open([]);
  expect(box.textContent).toBe('');
  await unmount();
});

test('what was changed is sent as the type has it, and nothing else', async () => {
  const { server, box, unmount } = await open([
    field('bus', { type: 'text', max_length: 5 }, { value: '3' }),
    field('height', { type: 'number' }),
    field('photos', { type: 'boolean' }),
    field('colours', { type: 'choices', options }, { value: ['blue'] }),
    field('class', { type: 'text' }, { changeable: false, value: '三班' }),
  ]);
  expect(box.textContent).toContain('三班');
  expect(box.querySelector('[name=class]')).toBe(null);
  control(box, 'height').value = '1.5';
  control(box, 'photos').value = 'false';
  box.querySelector<HTMLInputElement>('[value=red]')?.click();
  await press(button(box, '保存'));
  expect(server.last()?.body).toEqual({
    values: { height: 1.5, photos: false, colours: ['red', 'blue'] },
  });
  await server.last()?.answer(200, { data: [field('bus', { type: 'text' }, { value: '3' })] });
  expect(box.textContent).toMatch(/已于 .* 保存/);
  await unmount();
});

test('a mistake is said beside its field, and nothing is sent; so is one that the server names', async () => {
  const { server, box, unmount } = await open([
    field('bus', { type: 'text', max_length: 3 }),
    field('card', { type: 'text' }, { required: true }),
  ]);
  const asked = server.of('custom-fields').length;
  control(box, 'bus').value = 'long text';
  await press(button(box, '保存'));
  expect(control(box, 'bus').getAttribute('aria-invalid')).toBe('true');
  expect(box.textContent).toContain('字数不符合要求。');
  expect(box.textContent).toContain('请填写此项。');
  expect(server.of('custom-fields')).toHaveLength(asked);
  control(box, 'bus').value = '3';
  control(box, 'card').value = '7';
  await press(button(box, '保存'));
  await server.last()?.answer(400, { code: 'RC_400', msg: '', data: { field: 'card', why: 'unknown' } });
  expect(box.textContent).toContain('学校已修改此项');
  await unmount();
});
