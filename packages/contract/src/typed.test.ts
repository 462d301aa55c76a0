import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeFrom, emailFrom, identityFrom, phoneNumberFrom, usernameFrom } from './typed.ts';

test.each([
  ['【第101中学】验证码 082179，10 分钟内有效，请勿告诉他人。', '082179'],
  ['【第101中学】您的验证码：０８２１７９（10分钟内有效）', '082179'],
  ['2026-11-28 09:15 【小树】验证码082179', '082179'],
  ['20261128 082179 是您的验证码', '082179'],
  ['订单 202611 已付款，验证码 082179', '082179'],
  ['[School 101] Your code is 082179, valid for 10 minutes', '082179'],
  ['【第101中学】验证码 082 179，10 分钟内有效', '082179'],
  ['082-179', '082179'],
  ['１２ 34-56', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['1234567', '123456'],
  ['12a34', '1234'],
  ['123', '123'],
  ['abc', ''],
  ['', ''],
  ['【第101中学】您的账号在新设备上登录', ''],
])('the code of %j is %j', (typed, digits) => {
  expect(codeFrom(typed)).toBe(digits);
});

test('the code of a message is found, whatever numbers of other lengths stand around it', () => {
  const words = fc.constantFrom(
    '【第101中学】',
    '有效期 10 分钟，',
    '2026年11月28日，',
    '第 12345678 号，',
    'order 7, ',
  );
  const code = fc.stringMatching(/^\d{6}$/);
  fc.assert(
    fc.property(fc.array(words), code, fc.array(words), (before, digits, after) => {
      expect(codeFrom(`${before.join('')}验证码 ${digits}，${after.join('')}`)).toBe(digits);
    }),
  );
});

test.each([
  ['我的手机号是 138 0013 8000，谢谢', '13800138000'],
  ['电话：+86-138-0013-8000', '13800138000'],
  ['妈妈（０１３８ 不是）１３８００１３８０００', '13800138000'],
  ['8613800138000', '13800138000'],
  ['13800138000 或 13900139000', '13800138000或13900139000'],
  ['138001380', '138001380'],
])('the number of %j is %j', (typed, number) => {
  expect(phoneNumberFrom(typed)).toBe(number);
});

test.each([
  ['xiaoming＠school。cn', 'xiaoming@school.cn'],
  ['ｘｍ＠ｑｑ．ｃｏｍ', 'xm@qq.com'],
  [' xm@qq｡com\u200b ', 'xm@qq.com'],
  ['我的邮箱是 xm@qq.com。谢谢', 'xm@qq.com'],
  ['邮箱xm@qq.com', 'xm@qq.com'],
  ['Xiao Ming <xm@qq.com>', 'xm@qq.com'],
  ['a@qq.com, b@qq.com', 'a@qq.com, b@qq.com'],
  ['xm@', 'xm@'],
  ['', ''],
])('the e-mail address of %j is %j', (typed, address) => {
  expect(emailFrom(typed)).toBe(address);
});

test.each([
  ['ｘｉａｏｍｉｎｇ＿０１', 'xiaoming_01'],
  [' xiaoming_01\u200b', 'xiaoming_01'],
  ['用户名：xiaoming_01，密码另发', 'xiaoming_01'],
  ['old-name', 'old-name'],
  ['小明', '小明'],
])('the username of %j is %j', (typed, username) => {
  expect(usernameFrom(typed)).toBe(username);
});

describe('what is typed to sign in', () => {
  test.each([
    ['+86 138-0013-8000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['13800138000＠139。com', '13800138000@139.com'],
    ['ｘｉａｏｍｉｎｇ', 'xiaoming'],
    ['账号：xiaoming', 'xiaoming'],
    // the number is a part of the name
    ['pupil_13800138000', 'pupil_13800138000'],
    ['pupil13800138000', 'pupil13800138000'],
    ['13800138000a', '13800138000a'],
  ])('%j is %j', (typed, identity) => {
    expect(identityFrom(typed)).toBe(identity);
  });

  test('a right value stays as it is, however often it is read', () => {
    const right = fc.constantFrom('13800138000', 'a.b+c@school.edu.cn', 'xiaoming_01', 'Old-Name.1');
    fc.assert(
      fc.property(right, value => {
        expect(identityFrom(identityFrom(value))).toBe(value);
      }),
    );
  });
});
