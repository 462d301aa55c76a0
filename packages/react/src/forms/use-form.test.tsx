// @vitest-environment jsdom
import { AuthError } from '@rollcall/account';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhoneInput } from '../fields/phone-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { button, control, fakeServer, press, show, type } from '../testing.tsx';
import { FlowForm } from './flow-form.tsx';
import { code, type FieldRule, phoneNumber } from './rules.ts';
import { type FormOptions, useForm } from './use-form.ts';

type Options = FormOptions<'nickname' | 'phone_number', 'agreement_ids'>;

const nickname: FieldRule = {
  normalise: typed => typed.trim(),
  check: value => (value === '' ? 'InvalidNickname' : undefined),
};
const RULES = { nickname, phone_number: phoneNumber };

function Example(options: Partial<Options> & { submit: Options['submit'] }) {
  const form = useForm<'nickname' | 'phone_number', 'agreement_ids'>({ rules: RULES, ...options });
  const { problem, ref } = form.controlProps('agreement_ids');
  return (
    <FlowForm form={form} label="Example" submitLabel="send" busyLabel="sending">
      <TextInput id="nickname" label="Nickname" {...form.inputProps('nickname')} />
      <PhoneInput id="phone" {...form.inputProps('phone_number')} />
      <button ref={ref} type="button" data-problem={problem?.name}>
        agree
      </button>
    </FlowForm>
  );
}

let close = async () => {};
beforeEach(() => sessionStorage.clear());
afterEach(() => close());
async function example(options: Parameters<typeof Example>[0]) {
  const { box, unmount } = await show(fakeServer().auth, <Example {...options} />);
  close = unmount;
  return box;
}
const alerts = (box: ParentNode) =>
  [...box.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).filter(Boolean);

test('what is sent is normalised by the rules', async () => {
  const submit = vi.fn<Options['submit']>(async () => {});
  const box = await example({ submit });
  await type(control(box, 'nickname'), ' 小满 ');
  await type(control(box, 'phone_number'), '+86 138 0013 8000');
  await press(button(box, 'send'));
  expect(submit.mock.calls[0]?.[0]).toEqual({ nickname: '小满', phone_number: '13800138000' });
});

test.each([
  '+86 138 0013 8000',
  '0086-138-0013-8000',
  '１３８００１３８０００',
  '\u202d138\u20110013\u20118000\u202c',
])(
  'a number pasted as %j stands in its field as it is sent, and a part of one as it is typed',
  async pasted => {
    const box = await example({ submit: async () => {} });
    await type(control(box, 'phone_number'), pasted);
    expect(control(box, 'phone_number').value).toBe('13800138000');
    await type(control(box, 'phone_number'), '138 0013');
    expect(control(box, 'phone_number').value).toBe('138 0013');
  },
);

/** What an input method does with a control: the text that it composes, then its end. */
async function compose(field: HTMLInputElement, ...texts: readonly string[]) {
  const seen: string[] = [];
  await act(async () => field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })));
  for (const text of texts) {
    await type(field, text);
    seen.push(field.value);
  }
  await act(async () => field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
  return seen;
}

test('while an input method composes, its text stays as it is; then it is read', async () => {
  const submit = vi.fn<Options['submit']>(async () => {});
  const box = await example({ submit });
  const field = control(box, 'phone_number');
  const texts = ['１３８', '１３８００１３８０００', '１３８００１３８０００'];
  expect(await compose(field, ...texts)).toEqual(texts);
  expect(field.value).toBe('13800138000');
  await compose(control(box, 'nickname'), 'xiao man', '小满');
  await press(button(box, 'send'));
  expect(submit.mock.calls[0]?.[0]).toEqual({ nickname: '小满', phone_number: '13800138000' });
});

test.each([
  ['composed in full width', '１', '１２', '１２３４５６'],
  ['composed in full width, with a blank', '１２３ ４５６'],
])('the digits of a code %s stand in the field once, and the form is sent once', async (_, ...texts) => {
  const submit = vi.fn<(values: object) => Promise<void>>(async () => {});
  function CodeExample() {
    const form = useForm<'captcha'>({ rules: { captcha: code }, submit });
    return (
      <FlowForm form={form} label="Example" submitLabel="send" busyLabel="sending">
        <TextInput id="code" label="Code" {...form.inputProps('captcha')} />
      </FlowForm>
    );
  }
  const { box, unmount } = await show(fakeServer().auth, <CodeExample />);
  close = unmount;
  expect(await compose(control(box, 'captcha'), ...texts)).toEqual(texts);
  expect(submit.mock.calls.map(([values]) => values)).toEqual([{ captcha: '123456' }]);
});

test('a whole message pasted as the code sends its code', async () => {
  const submit = vi.fn<(values: object) => Promise<void>>(async () => {});
  function CodeExample() {
    const form = useForm<'captcha'>({ rules: { captcha: code }, submit });
    return <TextInput id="code" label="Code" {...form.inputProps('captcha')} />;
  }
  const { box, unmount } = await show(fakeServer().auth, <CodeExample />);
  close = unmount;
  await type(control(box, 'captcha'), '2026-11-28 【第101中学】验证码 082179，10 分钟内有效。');
  expect(submit.mock.calls.map(([values]) => values)).toEqual([{ captcha: '082179' }]);
});

test('all mistakes are shown at once, the first has the focus, and nothing is sent', async () => {
  const submit = vi.fn<Options['submit']>(async () => {});
  const box = await example({ submit });
  await press(button(box, 'send'));
  expect(alerts(box)).toHaveLength(2);
  expect(document.activeElement).toBe(control(box, 'nickname'));
  await type(control(box, 'nickname'), '小满');
  expect(alerts(box)).toHaveLength(1);
  expect(submit).not.toHaveBeenCalled();
});

test('a control without text is checked after the fields, and gets the focus', async () => {
  const submit = vi.fn<Options['submit']>(async () => {});
  const box = await example({ submit, checks: { agreement_ids: () => 'AgreementsUnsigned' } });
  await type(control(box, 'nickname'), '小满');
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, 'send'));
  expect(document.activeElement).toBe(button(box, 'agree'));
  expect(button(box, 'agree').dataset['problem']).toBe('AgreementsUnsigned');
  expect(submit).not.toHaveBeenCalled();
});

test.each([
  ['beside its field', {}, 'NicknameExists', true],
  ['where the form says', { problemPlaces: { TooBusy: 'phone_number' } }, 'TooBusy', true],
  ['above the form', {}, 'TooBusy', false],
] as const)('a refusal is shown once, %s', async (_, options, name, beside) => {
  const submit = async () => {
    throw new AuthError(name, 'refused');
  };
  const box = await example({ submit, ...options });
  await type(control(box, 'nickname'), '小满');
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, 'send'));
  expect(alerts(box)).toHaveLength(1);
  expect(box.querySelectorAll('[aria-invalid]')).toHaveLength(beside ? 1 : 0);
});

test('the draft survives the form, and is gone when the form was sent', async () => {
  const submit = async () => {};
  await example({ submit, draft: 'example' }).then(box => type(control(box, 'nickname'), '小满'));
  await close();
  const box = await example({ submit, draft: 'example' });
  expect(control(box, 'nickname').value).toBe('小满');
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, 'send'));
  expect(sessionStorage.length).toBe(0);
});
