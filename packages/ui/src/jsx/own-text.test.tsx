// @vitest-environment jsdom
import { act, createElement, Fragment, type ReactNode, Suspense, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorMessage } from '../problem/error-message.tsx';
import { Field } from '../fields/field.tsx';
import { translate } from './testing.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
});

/** Draws each in turn over the one before it, and translates the page after each; gives the texts of all. */
async function translated(...turns: readonly ReactNode[]): Promise<(string | null)[]> {
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  const texts: (string | null)[] = [];
  for (const turn of turns) {
    await act(async () => root?.render(turn));
    translate(box);
    texts.push(box.textContent);
  }
  return texts;
}

test('without it, text that goes from a translated page takes the page with it', async () => {
  const line = (text: string | null) =>
    createElement('p', null, 'Code ', text, createElement('b', null, '1'));
  const drawn = translated(line('sent'), line(null));
  await expect(drawn).rejects.toThrow(/removed is not a child|not found|NotFoundError/i);
});

const Part = ({ text }: { text: ReactNode }) => <>{text} stays</>;
const states: Record<string, (on: boolean) => ReactNode> = {
  'text between elements': on => (
    <p>
      <b>1</b>
      {on ? 'sent' : null}
      <i>2</i>
    </p>
  ),
  'an element before lasting text': on => <p>{on ? <b>sent</b> : null} stays</p>,
  'an element after lasting text': on => <p>stays {on ? <b>sent</b> : null}</p>,
  'text beside lasting text': on => (
    <p>
      stays {on && 'sent'} <b>1</b>
    </p>
  ),
  'text in place of an element': on => <p>{on ? 'sent' : <b>1</b>} stays</p>,
  'text alone in place of an element': on => <p>{on ? 'sent' : <b>1</b>}</p>,
  'text of a component': on => <p>{on ? <Part text="sent" /> : <Part text={<b>1</b>} />} 2</p>,
  'text of a fragment': on => (
    <p>
      {on ? <>sent</> : null}
      <b>1</b>
    </p>
  ),
  'text of a list': on => <p>{on ? ['sent', <b key="b">1</b>] : []}2</p>,
  'text that is handed on': on => (
    <Field id="f" label="stays" classes={{}} error={on ? 'sent' : null}>
      {on ? 'sent' : null}stays
    </Field>
  ),
  'text of a boundary': on => <p>{on ? <Suspense>sent</Suspense> : null} stays</p>,
  'a message': on => (
    <Field
      id="f"
      label="stays"
      classes={{}}
      rule={on ? <>sent</> : undefined}
      error={
        on ? (
          <ErrorMessage text={{ what: 'Wrong.', next: 'Again.' }} reference="r1">
            <a href="/">help</a>
          </ErrorMessage>
        ) : undefined
      }
    >
      <input id="f" />
    </Field>
  ),
};

test.each(Object.keys(states))('on a translated page comes and goes: %s', async name => {
  const errors = vi.spyOn(console, 'error');
  const state = states[name] ?? (() => null);
  const plain = [true, false].map(on => {
    const box = document.createElement('div');
    box.innerHTML = renderToString(state(on));
    return box.textContent;
  });
  expect(await translated(state(true), state(false), state(true), state(false))).toEqual([
    ...plain,
    ...plain,
  ]);
  expect(plain[0]).not.toBe(plain[1]);
  expect(errors).not.toHaveBeenCalled();
});

test('text that changes is drawn new, also once it was translated', async () => {
  const line = (seconds: number) => (
    <p>
      Again in {seconds} seconds <b>1</b>
    </p>
  );
  expect(await translated(line(2), line(1))).toEqual(['Again in 2 seconds 1', 'Again in 1 seconds 1']);
});

test('an element keeps its state while the text beside it comes and goes', async () => {
  const Counted = () => createElement(Fragment, null, useState(() => ++counted)[0]);
  let counted = 0;
  const line = (text: string | null) => (
    <p>
      {text} and {text}
      <b>
        <Counted />
      </b>
    </p>
  );
  expect(await translated(line(null), line('x'), line(null))).toEqual([' and 1', 'x and x1', ' and 1']);
});

test('text alone, and the text of an option, stays without an element', () => {
  expect(
    renderToString(
      <p>
        {1} of {2}
      </p>,
    ),
  ).toBe('<p>1 of 2</p>');
  expect(
    renderToString(
      <select>
        <option>
          {'a'} ({1})
        </option>
      </select>,
    ),
  ).toBe('<select><option>a (1)</option></select>');
  expect(
    renderToString(
      <p>
        <b>1</b> <b>2</b>
      </p>,
    ),
  ).toBe('<p><b>1</b> <b>2</b></p>');
});
