// @vitest-environment jsdom
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { resetWords } from '../password-reset/words.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { ResetPassword } from '../password-reset/reset-password.tsx';
import { fakeServer, show } from '../testing.tsx';
import { en } from './en.ts';
import type { FeatureWords } from './feature-words.ts';
import type { Phrases, Translation } from './phrases.ts';
import { type Replacement, replaceWords } from './replace.ts';
import { zhCN } from './zh-CN.ts';

let close = async () => {};
afterEach(() => close());

test('a site’s own words stand in the place of some, and the rest stays', () => {
  const own = replaceWords(zhCN, {
    signIn: { title: '点到', identityRule: { phone: '填学校登记的手机号' } },
    fields: { resendIn: (seconds: number) => `还有 ${seconds} 秒` },
  });
  expect(own.signIn.title).toBe('点到');
  expect(own.signIn.identityRule).toEqual({ ...zhCN.signIn.identityRule, phone: '填学校登记的手机号' });
  expect(own.fields.resendIn(3)).toBe('还有 3 秒');
  expect(own.problems).toEqual(zhCN.problems);
  expect(zhCN.signIn.title).toBe('登录');
});

test('a sentence is replaced by a template too, as JSON can have it', () => {
  const template = ['还有 ', 0, ' 秒'];
  const own = replaceWords(zhCN, { fields: { resendIn: template as never } });
  expect(own.fields.resendIn(3)).toBe('还有 3 秒');
});

test('a missing or undefined phrase replaces nothing', () => {
  expect(replaceWords({ a: { b: 'c' }, d: 'e' }, { a: { b: undefined as unknown as string } })).toEqual({
    a: { b: 'c' },
    d: 'e',
  });
});

test('the components use them, also those that are loaded later', async () => {
  const { auth } = fakeServer();
  const phrases = replaceWords(en, {
    signIn: { submit: 'Come in' },
    parts: { reset: { steps: ['Your phone', 'Your word'] } },
  });
  const { box, unmount } = await show(
    auth,
    <RollcallProvider auth={auth} phrases={phrases}>
      <SignIn signUp="/sign-up" />
      <ResetPassword signIn="/sign-in" signUp="/sign-up" />
    </RollcallProvider>,
  );
  close = unmount;
  expect(box.textContent).toContain('Come in');
  expect(box.textContent).toContain('Your phone');
  expect(box.textContent).toContain(resetWords.en.next);
});

test('an incomplete third language does not compile', () => {
  expectTypeOf<Translation>().toExtend<Phrases>();
  expectTypeOf<Omit<Translation, 'signIn'>>().not.toExtend<Translation>();
  expectTypeOf<
    Omit<Translation, 'parts'> & { parts: Omit<FeatureWords, 'reset'> }
  >().not.toExtend<Translation>();
  type Unsaid = Omit<Translation, 'work'> & { work: Omit<Phrases['work'], 'retry'> };
  expectTypeOf<Unsaid>().not.toExtend<Translation>();
  // and an unknown phrase is a type error
  expectTypeOf<{ signIn: { tilte: string } }>().not.toExtend<Replacement<Phrases>>();
});
