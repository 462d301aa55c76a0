// @vitest-environment jsdom
/** The dialog of a note: what is sent, and what is refused before that. */
import { act } from 'react';
import type { ErrorGroup } from '@rollcall/contract/console';
import { beforeEach, expect, test } from 'vitest';
import { routed, testRoot } from '../testing-root.tsx';
import { GroupNoteDialog } from './group-note.tsx';

const { box, render } = testRoot();
let sent: unknown[];
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  sent = [];
});

const client = {
  call: async (_: string, { body }: { body: object }) => {
    sent.push(body);
    return {};
  },
};
const group = (note: ErrorGroup['note']) => ({ id: 'a1', note }) as ErrorGroup;
const draw = async (note: ErrorGroup['note']) =>
  render(await routed(<GroupNoteDialog group={group(note)} onClose={() => {}} />), { client });
const field = () => box.querySelector('textarea') as HTMLTextAreaElement;
const save = async (text: string) => {
  field().value = text;
  await act(async () => box.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
};

test('sends what is to be seen of a pasted text, and which note it replaces', async () => {
  await draw({ text: 'known', by: 'first.admin', at: 5 });
  expect(field().value).toBe('known');
  await save('\uFEFF\tat\topen\u200B Lesson\u202E (a.ts)\r\n\tat \u{1F468}\u200D\u{1F469} \u00AD');
  expect(sent).toEqual([{ id: 'a1', note: 'at open Lesson (a.ts)\n at \u{1F468}\u{1F469}', noted_at: 5 }]);
});

test('marks the field where a character is refused', async () => {
  await draw(null);
  await save('bell\u0007');
  expect(sent).toEqual([]);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await save('bell');
  expect(sent).toEqual([{ id: 'a1', note: 'bell', noted_at: null }]);
});
