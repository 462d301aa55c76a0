// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { blocksOf } from './document.ts';

test('a page becomes headings, paragraphs and items, as text', () => {
  expect(
    blocksOf('<nav>no</nav><main><h1>协议</h1><p>一 <b>二</b></p><ul><li><p>三</p></li></ul><p> </p></main>'),
  ).toEqual([
    { kind: 'heading', text: '协议' },
    { kind: 'paragraph', text: '一 二' },
    { kind: 'item', text: '三' },
  ]);
});

test('line breaks of a paragraph stay, other white space is a space', () => {
  expect(
    blocksOf('<p>甲方<br>地址：\n  北京<br/> 电话</p><pre>1\n  2</pre>').map(({ text }) => text),
  ).toEqual(['甲方\n地址： 北京\n电话', '1\n  2']);
});

test('a page of plain text is cut at its empty lines; no page is no block', () => {
  expect(blocksOf('<body>一\n\n二</body>').map(block => block.text)).toEqual(['一', '二']);
  expect(blocksOf('')).toEqual([]);
});

test('markup and scripts stay text', () => {
  const [block] = blocksOf('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  expect(block?.text).toBe('<img src=x onerror=alert(1)>');
});
