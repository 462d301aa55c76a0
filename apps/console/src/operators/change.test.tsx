// @vitest-environment jsdom
import type { AuditEntry } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Change, changeWriter } from './change.tsx';

const now = () => Date.UTC(2026, 10, 23);
const zh = changeWriter('zh-CN', now);
const en = changeWriter('en', now);
const id = '00000000-0000-4000-8000-000000000000';

test.each<[property: string, value: unknown, chinese: string, english: string]>([
  ['blocked', true, '是', 'Yes'],
  ['role', 'support', '客服', 'support'],
  ['status', 'resolved', '已解决', 'Resolved'],
  ['state', 'cancelled', '已取消', 'Cancelled'],
  ['search', '2026-11-22T04:00Z', '2026-11-22T04:00Z', '2026-11-22T04:00Z'],
  ['from', '9999-99-99T9Z', '9999-99-99T9Z', '9999-99-99T9Z'],
  ['birth_year_from', 'staff', '学校更正', 'corrected by the school'],
  ['sent_to', 'phone', '手机号', 'phone'],
  ['by', 'recovery_code', '恢复码', 'Recovery code'],
  ['kind', 'erasure', '删除', 'Erase'],
  [
    'cleared',
    ['passwords', 'code-wait'],
    '密码错误次数、验证码的发送间隔',
    'wrong passwords, the pause before the next code',
  ],
  [
    'providers',
    ['geetest', 'aliyun', 'tencent', 'netease'],
    '极验、阿里云、腾讯云等 4 项',
    'GeeTest, Aliyun, Tencent Cloud and 1 more',
  ],
  [
    'limits',
    { requests: { identity: 5 } },
    '1 小时内的请求次数：同一账号 5',
    'Requests in an hour: One account 5',
  ],
  ['limits', {}, '无', 'None'],
  ['people', [id, id], '共 2 项', '2 in all'],
  ['due_at', Date.UTC(2026, 10, 26, 4), '11月26日 12:00', 'Nov 26, 12:00'],
  ['from', '2026-11-22T04:00:00.000Z', '11月22日 12:00', 'Nov 22, 12:00'],
  ['hours', { from: 8, to: 22 }, '8:00–22:00', '8:00–22:00'],
  ['refusal', 'WrongCredentials', '用户名或密码不正确', 'The name or the password is wrong'],
  ['call', 'blockPerson', '封禁', 'Blocked'],
  ['failure', 'ECONNREFUSED', '连接被拒绝', 'the connection was refused'],
  ['reason', '盗用同学账号', '盗用同学账号', '盗用同学账号'],
  ['percentile', 0.95, '95', '95'],
  [
    'title',
    { 'zh-CN': '用户协议', en: 'Terms' },
    '中文 用户协议、英文 Terms',
    'Chinese 用户协议, English Terms',
  ],
  ['last', { id: 70_000, hash: 'ab12' }, '编号 70000、摘要 ab12', 'Id 70000, Digest ab12'],
])('%s %j is written as %s', (property, value, chinese, english) => {
  expect([zh.write(property, value), en.write(property, value)]).toEqual([chinese, english]);
});

test('a change shows what was before and what is now, by name; what stayed the same is left out', () => {
  const entry = {
    before: { role: 'viewer', name: '林老师' },
    after: { role: 'admin', name: '林老师', reason: null },
  } as Partial<AuditEntry> as AuditEntry;
  const box = drawn(<Change entry={entry} />, 'zh-CN');
  expect(box.textContent).toBe('角色：查看者 管理员');
  expect(box.querySelector('del')?.textContent).toBe('查看者');
});

test.each<[change: Pick<AuditEntry, 'before' | 'after'>, chinese: string, english: string]>([
  [{ before: null, after: { checkpoints: 3 } }, '检查点：3', 'Checkpoints: 3'],
  // the source of a year of birth, where a link went, and a span of time
  [
    { before: { birth_year: 2012, from: 'person' }, after: { birth_year: 2013 } },
    '出生年份：2012 2013来源：本人填写 ',
    'Year of birth: 2012 2013Source: said by the person ',
  ],
  [{ before: null, after: { to: 'email' } }, '发送至：邮箱', 'Sent to: e-mail'],
  [
    { before: null, after: { failures: 7, from: '2001-05-06T04:00:00.000Z' } },
    '失败次数：7自：2001年5月6日 12:00',
    'Failures: 7From: May 6, 2001, 12:00',
  ],
  // what does not change says of what kind the limit is
  [
    {
      before: { kind: 'failed-share', threshold: 0.05 },
      after: { kind: 'failed-share', threshold: 0.075 },
    },
    '阈值：5% 7.5%',
    'Limit: 5% 7.5%',
  ],
  [
    { before: null, after: { kind: 'vital', threshold: 0.1 } },
    '类型：页面性能阈值：0.1',
    'Kind: Web vitalLimit: 0.1',
  ],
])('%j is written as %s', (change, chinese, english) => {
  const entry = change as AuditEntry;
  expect(drawn(<Change entry={entry} />, 'zh-CN').textContent).toBe(chinese);
  expect(drawn(<Change entry={entry} />, 'en').textContent).toBe(english);
});
