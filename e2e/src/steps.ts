/** The steps of a task, counted: a page opened, a field filled, a button or link pressed, a box ticked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The number of steps of each task in `docs/README.md`; the tests compare it with the count. */
const promised = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../docs/README.md'), 'utf8').matchAll(
      /^\| ([^|]+?) \| (\d+) \|/gm,
    ),
  ].map(([, task = '', steps]) => [task, Number(steps)]),
);

export interface Steps {
  readonly page: Page;
  readonly count: () => number;
  /** A button by its exact name, not counted. */
  readonly button: (name: string) => Locator;
  readonly visit: (address: string) => Promise<void>;
  readonly press: (name: string | RegExp) => Promise<void>;
  readonly follow: (name: string) => Promise<void>;
  readonly choose: (name: string) => Promise<void>;
  readonly tick: (name: string | RegExp) => Promise<void>;
  readonly untick: (name: string) => Promise<void>;
  readonly fill: (name: string, text: string) => Promise<void>;
  /** Sends what was typed by the key that is under the finger. */
  readonly enter: () => Promise<void>;
  /** Anything else that is one step. */
  readonly also: (step: () => Promise<void>) => Promise<void>;
}

/** Performs steps by visible names, and counts them. */
export function stepsOn(page: Page): Steps {
  let count = 0;
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    count += 1;
    await work();
  };
  const named = (role: 'button' | 'link' | 'checkbox' | 'radio', name: string | RegExp) =>
    page.getByRole(role, { name, exact: true });
  return {
    page,
    count: () => count,
    button: name => named('button', name),
    visit: address => step(() => page.goto(address)),
    press: name => step(() => named('button', name).click()),
    follow: name => step(() => named('link', name).click()),
    choose: name => step(() => named('radio', name).check({ force: true })),
    tick: name => step(() => named('checkbox', name).check()),
    untick: name => step(() => named('checkbox', name).uncheck()),
    fill: (name, text) => step(() => page.getByLabel(name, { exact: true }).fill(text)),
    enter: () => step(() => page.keyboard.press('Enter')),
    also: step,
  };
}

/** Prints the steps of a task, and fails if the documents have another number. */
export function took(task: string, steps: number): void {
  console.log(`${task}: ${steps} steps`);
  expect(promised.get(task), `docs/README.md, ${task}`).toBe(steps);
}
