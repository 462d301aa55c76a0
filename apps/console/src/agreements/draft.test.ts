/** Which language of an agreement was left as it is in force. */
import { expect, test } from 'vitest';
import { type DraftText, untouchedLanguage } from './draft.ts';

const base = { title: { 'zh-CN': '协议', en: 'Agreement' }, body: { 'zh-CN': '一', en: 'one' } };
const changed = (body: Partial<DraftText['body']>, title: Partial<DraftText['title']> = {}): DraftText => ({
  needsSignature: true,
  title: { ...base.title, ...title },
  body: { ...base.body, ...body },
});

test('a language that stayed while the other was changed is named', () => {
  expect(untouchedLanguage(changed({ 'zh-CN': '二' }), base)).toBe('en');
  expect(untouchedLanguage(changed({}, { en: 'Terms' }), base)).toBe('zh-CN');
});

test('nothing is asked of a first version, of both languages, or of none', () => {
  expect(untouchedLanguage(changed({ 'zh-CN': '二' }), null)).toBeUndefined();
  expect(untouchedLanguage(changed({ 'zh-CN': '二', en: 'two' }), base)).toBeUndefined();
  expect(untouchedLanguage(changed({}), base)).toBeUndefined();
});
