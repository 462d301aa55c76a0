// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { act } from 'react';
import {
  type ProviderOptions,
  button,
  control,
  fakeServer,
  press,
  settle,
  show,
  signedIn,
  type,
} from '../testing.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { AgeQuestions } from './age-questions.tsx';
import { GuardianPortal } from './guardian-portal.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
  // jsdom has dialogs without these
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

const waiting = {
  asks: false,
  birth_year: 2017,
  child: true,
  guardian: {
    consented: false,
    refused: false,
    phone_number: '139****0002',
    code: '402318',
    next_at: null,
    due_at: null as number | null,
    withdrawn: false,
    erase_at: null as number | null,
  },
};
const questions = async () => {
  const server = fakeServer({ signedIn: true });
  const onDone = vi.fn();
  const { box, unmount } = await show(server.auth, <AgeQuestions onDone={onDone} />);
  close = unmount;
  return { server, box, onDone };
};
const alertIn = (box: ParentNode): Element => {
  const found = box.querySelector('[role=alert]:not(:empty)');
  if (!found) throw new Error('no alert');
  return found;
};
const choose = async (box: ParentNode, year: string) => {
  const select = box.querySelector('select');
  await act(async () => {
    if (select) select.value = year;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
};

test('a year is chosen before it is sent; a person of age goes on', async () => {
  const { server, box, onDone } = await questions();
  await server.last()?.answer(200, { data: { asks: true, birth_year: null, child: false, guardian: null } });
  expect(document.activeElement?.textContent).toBe('出生年份');
  await press(button(box, '继续'));
  expect(alertIn(box).textContent).toContain('请选择出生年份');
  expect(server.requests).toHaveLength(1);
  await choose(box, '1990');
  await press(button(box, '确认，我出生于 1990 年'));
  expect(server.last()?.body).toEqual({ birth_year: 1990 });
  await server.last()?.answer(200, { data: { asks: false, birth_year: 1990, child: false, guardian: null } });
  expect(onDone).toHaveBeenCalledOnce();
});

test('a pupil names a guardian, not themselves, and goes on by itself once the guardian consented', async () => {
  const { server, box, onDone } = await questions();
  const unasked = { ...waiting, guardian: { ...waiting.guardian, code: null, phone_number: null } };
  await server.last()?.answer(200, { data: unasked });
  await type(control(box, 'phone_number'), '139 0000 0002');
  await press(button(box, '发送链接'));
  await server.last()?.answer(403, { code: 'AC3_13', msg: 'x', data: { field: 'phone_number' } });
  await server.last()?.answer(200, { data: unasked });
  // beneath the field, as the mistakes of all others
  expect(control(box, 'phone_number').compareDocumentPosition(alertIn(box))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(alertIn(box).textContent).toBe('请填写监护人的手机号，不要填写自己的。');
  await press(button(box, '发送链接'));
  expect(server.last()?.body).toEqual({ phone_number: '13900000002' });
  await server.last()?.answer(200, { data: waiting });
  expect(box.querySelector('output')?.textContent).toBe('402318');
  await act(async () => vi.advanceTimersByTime(5_000));
  expect(onDone).not.toHaveBeenCalled();
  await server
    .last()
    ?.answer(200, { data: { ...waiting, guardian: { ...waiting.guardian, consented: true } } });
  expect(onDone).toHaveBeenCalledOnce();
});

test('a pupil who does not want the account any more deletes it on a second press', async () => {
  const { server, box } = await questions();
  await server.last()?.answer(200, { data: waiting });
  await press(button(box, '不注册了'));
  await press(button(box, '现在删除'));
  expect(server.last()?.path).toMatch(/guardian\/withdraw$/);
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('账号正在删除');
});

describe('a guardian who withdrew the consent', () => {
  const due = 1_801_296_000_000;
  const { guardian } = waiting;
  const withdrawn = { ...waiting, guardian: { ...guardian, code: null, withdrawn: true, due_at: due } };

  test('is named, with the day of the deletion; one press asks the same guardian again', async () => {
    const { server, box } = await questions();
    await server.last()?.answer(200, { data: withdrawn });
    expect(document.activeElement?.textContent).toBe('监护人已撤回同意');
    expect(box.textContent).toContain('139****0002');
    expect(box.textContent).toContain('2027年1月30日');
    expect(box.querySelector<HTMLInputElement>('input')?.value).toBe('139****0002');
    expect(box.querySelector<HTMLInputElement>('input')?.readOnly).toBe(true);
    await press(button(box, '再次请监护人同意'));
    expect(server.last()?.path).toMatch(/accounts\/guardian$/);
    expect(server.last()?.body).toEqual({});
    await server.last()?.answer(200, { data: { ...waiting, guardian: { ...guardian, due_at: due } } });
    expect(box.querySelector('output')?.textContent).toBe('402318');
  });

  test('and deletes the account is not asked again', async () => {
    const { server, box } = await questions();
    const erases = { ...withdrawn, guardian: { ...withdrawn.guardian, erase_at: due } };
    await server.last()?.answer(200, { data: erases });
    expect(box.textContent).toContain('监护人已申请注销这个账号');
    expect(box.querySelector('input')).toBeNull();
  });
});

const child = {
  account_id: '0b3f6c1e-4b7a-4d55-9b0e-1f2a3c4d5e6f',
  pid: 'school',
  nickname: '林小满',
  fullname: null,
  birth_year: 2017,
  birthday: null,
  created_at: 1_799_000_000_000,
  known: false,
  consented_at: null,
  child_until: 1_956_499_200_000,
  erase_at: null,
  deletion_due_at: null,
  new_agreements: [],
  usage: [],
  clients: [],
  agreements: [{ id: 3, code: 'children-privacy', version: 1, title: '儿童规则', url: '/agreements/3' }],
};
const portal = async () => {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <GuardianPortal token="link-token" />);
  close = unmount;
  return { server, box };
};
const open = async () => {
  const opened = await portal();
  await type(control(opened.box, 'captcha'), '402318');
  expect(opened.server.last()?.body).toEqual({ token: 'link-token', captcha: '402318', language: 'zh-CN' });
  await opened.server.last()?.answer(200, { data: { ticket: 'T', children: [child] } });
  return opened;
};

test('the link shows nothing before the code; a void one says so and leads to the number', async () => {
  const { server, box } = await portal();
  expect(server.requests).toHaveLength(0);
  await type(control(box, 'captcha'), '402318');
  await server.last()?.answer(400, { code: 'RC_410', msg: 'x' });
  expect(box.textContent).toContain('链接已失效');
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/guardian');
});

test('wrong digits are to be typed anew: there is nothing here that sends others', async () => {
  const { server, box } = await portal();
  await type(control(box, 'captcha'), '402319');
  await server.last()?.answer(400, { code: 'AC3_10', msg: 'x' });
  const told = '确认码不正确。请与孩子核对后重新输入。';
  expect(box.textContent).toContain(told);
  await type(control(box, 'captcha'), '4023');
  expect(box.textContent).not.toContain(told);
  await press(button(box, '继续'));
  expect(box.textContent).toContain(told);
  expect(server.requests).toHaveLength(1);
});

test('the site of a pupil stands there where it is another one', async () => {
  const { server, box } = await portal();
  await type(control(box, 'captcha'), '402318');
  const others = { ...child, account_id: '1b3f6c1e-4b7a-4d55-9b0e-1f2a3c4d5e6f', pid: 'contests' };
  await server.last()?.answer(200, { data: { ticket: 'T', children: [child, others] } });
  expect([...box.querySelectorAll('dt')].filter(({ textContent }) => textContent === '站点')).toHaveLength(1);
  expect(box.textContent).toContain('站点contests');
});

test('the guardian consents to the agreements that are shown, after the tick', async () => {
  const { server, box } = await open();
  const sent = server.requests.length;
  await press(button(box, '我是监护人，我同意'));
  expect(box.querySelector('dialog')?.textContent).toContain('《儿童规则》');
  await press(button(box, '返回'));
  expect(server.requests).toHaveLength(sent);
  await press(box.querySelector('[type=checkbox]') as HTMLElement);
  await press(button(box, '我是监护人，我同意'));
  const { ticket, account_id } = { ticket: 'T', account_id: child.account_id };
  expect(server.last()?.body).toEqual({
    ticket,
    account_id,
    decision: 'consent',
    agreement_ids: [3],
    language: 'zh-CN',
  });
  await server
    .last()
    ?.answer(200, { data: { children: [{ ...child, known: true, consented_at: 1_800_000_000_000 }] } });
  expect(box.textContent).toContain('同意。');
  // midnight in Shanghai, the day before in the zone of this test
  expect(box.textContent).toContain('2032年1月1日之前需要监护人');
  expect(button(box, '查看保存的全部信息')).toBeTruthy();
  // the way back, for as long as the consent stands
  expect(box.textContent).toContain('以后随时可以用手机验证码回到这里');
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/guardian');
});

test('a site that the child lets ask for more is allowed by name, and what was allowed is taken back', async () => {
  const { server, box } = await portal();
  await type(control(box, 'captcha'), '402318');
  const asked = {
    id: 'm',
    name: 'Moodle',
    mark: null,
    asked: ['profile', 'phone'],
    asked_at: 1_800_000_000_000,
  };
  const known = (client: object) => ({
    ...child,
    known: true,
    consented_at: 1_800_000_000_000,
    clients: [{ ...asked, allowed: [], decided_at: null, ...client }],
  });
  await server.last()?.answer(200, { data: { ticket: 'T', children: [known({})] } });
  expect(box.textContent).toContain('请求获得：姓名、头像及学校提供的信息、手机号');
  const labelled = (label: string) => box.querySelector<HTMLElement>(`[aria-label="${label}：Moodle"]`);
  expect(labelled('撤回同意')).toBeNull();
  await press(labelled('同意') as HTMLElement);
  expect(server.last()?.body).toMatchObject({
    decision: 'client',
    client: { id: 'm', scopes: ['profile', 'phone'] },
  });
  const allowed = { allowed: ['profile', 'phone'], decided_at: 1_800_000_000_001 };
  await server.last()?.answer(200, { data: { children: [known(allowed)] } });
  expect(box.textContent).toContain('您已同意：');
  expect(labelled('同意')).toBeNull();
  await press(labelled('撤回同意') as HTMLElement);
  expect(server.last()?.body).toMatchObject({ decision: 'client', client: { id: 'm', scopes: [] } });
});

test('a refusal is asked for twice, and thanked for', async () => {
  const { server, box } = await open();
  await press(button(box, '不是我的孩子'));
  await press(button(box, '确定'));
  expect(server.last()?.body).toMatchObject({ decision: 'refuse' });
  await server.last()?.answer(200, { data: { children: [] } });
  expect(box.textContent).toContain('您不会再收到短信');
});

describe('a sign-in whose answer says that the account is to be asked about age', () => {
  const enter = async (requires: 'age' | 'guardian', provided: ProviderOptions = {}) => {
    const server = fakeServer();
    const arrived = vi.fn();
    const form = <SignIn signUp="/sign-up" only="code" onSignedIn={arrived} />;
    const { box, unmount } = await show(server.auth, form, provided);
    close = unmount;
    await type(control(box, 'identity'), '13800138000');
    await type(control(box, 'captcha'), '123456');
    const { auth } = signedIn.data;
    await server.last()?.answer(200, { data: { auth: { ...auth, requires } } });
    return { server, box, arrived };
  };

  test('asks in a dialog before it is over, and then goes on', async () => {
    const { server, box, arrived } = await enter('age');
    await expect.poll(() => server.last()?.path).toMatch(/accounts\/age$/);
    const unknown = { asks: true, birth_year: null, child: false, guardian: null };
    await server.last()?.answer(200, { data: unknown });
    expect(box.querySelector('dialog h3')?.textContent).toBe('出生年份');
    expect(arrived).not.toHaveBeenCalled();
    await choose(box, '1990');
    await press(button(box, '确认，我出生于 1990 年'));
    await server.last()?.answer(200, { data: { ...unknown, asks: false, birth_year: 1990 } });
    await expect.poll(() => arrived).toHaveBeenCalledOnce();
    expect(box.querySelector('dialog')).toBeNull();
  });

  test('signs out whoever leaves it, tells the site that a pupil waits, and the form says what is open', async () => {
    const onAgeWaiting = vi.fn();
    const { server, box, arrived } = await enter('guardian', { onAgeWaiting });
    await expect.poll(() => server.last()?.path).toMatch(/accounts\/age$/);
    await server.last()?.answer(200, { data: waiting });
    expect(box.querySelector('dialog output')?.textContent).toBe('402318');
    expect(onAgeWaiting).toHaveBeenCalled();
    await press(button(box, '退出登录，以后再继续'));
    expect(server.last()?.path).toMatch(/logout$/);
    await server.last()?.answer(200, { data: {} });
    await settle();
    expect(server.auth.signedIn()).toBe(false);
    expect(box.querySelector('dialog')).toBeNull();
    expect(arrived).not.toHaveBeenCalled();
    expect(box.textContent).toContain('还没有完成年龄确认');
  });

  test('goes on where the site leads to a page of its own', async () => {
    const { arrived } = await enter('age', { asksAge: false });
    await expect.poll(() => arrived).toHaveBeenCalledOnce();
  });
});

test('what is kept stands at once, and what was recorded of the use once it is put together, by one call', async () => {
  const events =
    '{"export":"rollcall-usage"}\n{"event":{"time":1790000000000,"kind":1,"key":"/lesson/1","product":"school"}}\n';
  const answers = [new Response('', { status: 404 }), new Response(events)];
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => answers.shift() ?? Response.error());
  const { server, box } = await portal();
  await type(control(box, 'captcha'), '402318');
  const consented = { ...child, known: true, consented_at: 1_800_000_000_000 };
  await server.last()?.answer(200, { data: { ticket: 'T', children: [consented] } });
  await press(button(box, '查看保存的全部信息'));
  await server.last()?.answer(200, { data: kept });
  expect(box.textContent).toContain('使用记录正在整理，完成后显示在这里。');
  expect(box.textContent).toContain('13800138000');
  expect(button(box, '正在整理使用记录…').disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await expect.poll(() => box.textContent).toContain('/lesson/1');
  expect(button(box, '下载文件（JSON）').disabled).toBe(false);
  // in a few words first; what is folded is printed too
  const summary = box.querySelector('h3 + ul')?.textContent;
  expect(summary).toContain('登录方式：手机号');
  expect(summary).toContain('个人资料：昵称');
  expect(summary).toContain('使用记录：1 条');
  const details = box.querySelector('details');
  expect(details?.open).toBe(false);
  dispatchEvent(new Event('beforeprint'));
  expect(details?.open).toBe(true);
  expect(box.textContent).not.toContain('学员');
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(server.of('guardian/export')).toHaveLength(1);
  fetched.mockRestore();
});

/** The answer about a pupil of whom little is kept. */
const kept = {
  at: 1_800_000_000_000,
  profile: { id: '1', nickname: '林小满', grade: null },
  account: { pid: 'school', created_at: 1_799_000_000_000, password_set_at: null, deletion_due_at: null },
  identifiers: [{ kind: 'phone', value: '13800138000', since: 1_799_000_000_000 }],
  third_parties: [],
  guardian: {
    birth_year: 2017,
    birth_year_from: 'person',
    child_until: null,
    consented_at: null,
    phone_number: null,
    asked_at: null,
    due_at: null,
    erase_at: null,
    told_at: null,
    usage: [],
    clients: [],
    decisions: [],
  },
  agreements: [],
  sign_ins: [],
  known_devices: [],
  custom_fields: [],
  clients: [],
  second_factors: { totp: [], passkeys: [], recovery_codes: 0, failures: [] },
  notices: [],
  changes: [],
  usage_jobs: [],
  usage_link: '/usage/v1/data/download?id=1',
};
