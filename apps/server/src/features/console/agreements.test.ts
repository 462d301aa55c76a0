import { calls } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomes, refusalOf } from '../accounts/testing.ts';
import { addPeople } from './testing/people.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());

const words = (text: string) => ({ 'zh-CN': `${text}（中文）`, en: text });
const document = (code: string, pid: string | null = null) => ({
  code,
  pid,
  needs_signature: true,
  title: words('Rules'),
  body: words('# Rules\n\nBe kind.'),
});
const publish = (code: string, base: number, pid: string | null = null) =>
  context.call('publishDocument', {
    cookie: context.cookies.admin,
    body: { ...document(code, pid), base_version: base },
  });
const save = (code: string, revision: number, text = 'draft') =>
  context.call('saveDraft', {
    cookie: context.cookies.admin,
    body: { ...document(code), title: words(text), revision },
  });
const draft = (code: string) => context.call('getDraft', { cookie: context.cookies.viewer, query: { code } });
const inForce = async (pid?: string): Promise<string[]> => {
  const { json } = await context.server.ask('GET', `${calls.getAgreements.path}${pid ? `?pid=${pid}` : ''}`);
  const found = json?.data as { code: string; version: number }[];
  return found.map(({ code, version }) => `${code} ${version}`);
};

describe('publishing an agreement', () => {
  it('puts the new version in force at once, and never changes an earlier one', async () => {
    const first = await publish('rules', 0);
    expect(first.version).toBe(1);
    expect(await inForce()).toContain('rules 1');
    const second = await publish('rules', 1);
    expect(await inForce()).toContain('rules 2');
    const { items } = await context.call('listDocumentVersions', {
      cookie: context.cookies.viewer,
      query: { code: 'rules' },
    });
    expect(items.map(({ id, version }) => [id, version])).toEqual([
      [second.id, 2],
      [first.id, 1],
    ]);
    const version = await context.call('getDocumentVersion', {
      cookie: context.cookies.viewer,
      query: { id: first.id },
    });
    expect(version).toMatchObject({ version: 1, body: words('# Rules\n\nBe kind.'), signatures: 0 });
    const page = await context.server.ask('GET', `/agreements/${first.id}`, undefined, {
      'accept-language': 'en',
    });
    expect(page.text).toContain('<h2>Rules</h2>\n<p>Be kind.</p>');
  });

  it('for one pid leaves the agreements of other pids unchanged', async () => {
    await publish('local', 0);
    await publish('local', 0, 'club');
    await publish('local', 1, 'club');
    expect(await inForce()).toContain('local 1');
    expect(await inForce('club')).toContain('local 2');
  });

  it('by two at once publishes once', async () => {
    const both = await outcomes([publish('race', 0), publish('race', 0), publish('race', 0)]);
    expect(both.toSorted()).toEqual(['Conflict', 'Conflict', 'ok']);
    expect((await refusalOf(publish('race', 0))).refusal).toBe('Conflict');
  });

  it.each([
    ['title', { title: { 'zh-CN': '标题', en: ' ' } }],
    ['body', { body: { 'zh-CN': '', en: 'text' } }],
    ['body', { body: { en: 'text' } }],
    ['title', { title: words('x'.repeat(101)) }],
    ['body', { body: words('\u0000') }],
    ['code', { code: 'Not A Code' }],
    ['needs_signature', { needs_signature: 'yes' }],
  ])('refuses a wrong %s, and publishes nothing', async (field, wrong) => {
    const body = { ...document('wrong'), base_version: 0, ...wrong } as never;
    const refused = await refusalOf(context.call('publishDocument', { cookie: context.cookies.admin, body }));
    expect(refused.detail.data).toEqual({ field });
    const listed = await context.call('listDocuments', { cookie: context.cookies.viewer });
    expect(listed.map(({ code }) => code)).not.toContain('wrong');
  });
});

describe('a draft of an agreement', () => {
  it('is saved in parts, can be read, and is deleted when its text is published', async () => {
    expect((await refusalOf(draft('handbook'))).refusal).toBe('NotFound');
    expect(await save('handbook', 0)).toEqual({ revision: 1 });
    expect(await draft('handbook')).toMatchObject({
      title: words('draft'),
      base_version: 0,
      revision: 1,
      changed_by: 'first.admin',
    });
    const documents = await context.call('listDocuments', { cookie: context.cookies.viewer });
    expect(documents.find(({ code }) => code === 'handbook')).toMatchObject({
      id: null,
      version: 0,
      published_at: null,
      draft_at: context.server.now(),
    });
    expect(await inForce()).not.toContain('handbook 1');
    await publish('handbook', 0);
    expect((await refusalOf(draft('handbook'))).refusal).toBe('NotFound');
  });

  it('accepts one of two concurrent changes, and refuses the other', async () => {
    const both = await outcomes([save('shared', 0, 'one'), save('shared', 0, 'two')]);
    expect(both.toSorted()).toEqual(['Conflict', 'ok']);
    const again = await outcomes([save('shared', 1, 'one'), save('shared', 1, 'two')]);
    expect(again.toSorted()).toEqual(['Conflict', 'ok']);
    expect((await draft('shared')).revision).toBe(2);
    await context.call('discardDraft', {
      cookie: context.cookies.admin,
      body: { code: 'shared', pid: null },
    });
    expect((await refusalOf(draft('shared'))).refusal).toBe('NotFound');
  });

  it('is previewed as the page will show it', async () => {
    const body = { text: '# 标题\n\n一行\n两行 <b>\n\n\n## Second\n\n' };
    expect(await context.call('previewDocument', { cookie: context.cookies.viewer, body })).toEqual([
      { kind: 'heading', lines: ['标题'] },
      { kind: 'paragraph', lines: ['一行', '两行 <b>'] },
      { kind: 'heading', lines: ['Second'] },
    ]);
  });
});

it('signatures are counted, and listed in pages, newest first', async () => {
  const { id } = await publish('signed', 0);
  const { db, now } = context.server.app;
  await addPeople(db, 30, now());
  const people = await db.selectFrom('accounts').select('id').orderBy('id').execute();
  await db
    .insertInto('signatures')
    .values(
      people.map(({ id: account }, n) => ({
        account_id: account,
        agreement_id: id,
        version: 1,
        // Three at a time.
        signed_at: new Date(now() - Math.floor(n / 3) * 1000),
        address: '203.0.113.7',
      })),
    )
    .execute();
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await context.call('listSignatures', {
      cookie: context.cookies.viewer,
      query: { id, limit: 7, cursor },
    });
    expect(page.items.every(({ address }) => address === '203.0.113.*')).toBe(true);
    found.push(...page.items.map(item => item.account_id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(found.toSorted()).toEqual(people.map(person => person.id).toSorted());
  const documents = await context.call('listDocuments', { cookie: context.cookies.viewer });
  expect(documents.find(one => one.code === 'signed')?.signatures).toBe(30);
});
