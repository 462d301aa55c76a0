/** Every state of the console's views, read from the descriptions of the views. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import type { Step, View, ViewState } from '../../apps/console/src/view.ts';

const folder = join(import.meta.dirname, '../../apps/console/src');

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.view.ts'))
  .sort();

/** The descriptions of all views; each state has its address. */
export const views: readonly View[] = await Promise.all(
  files.map(async file => {
    const { view } = (await import(pathToFileURL(join(folder, file)).href)) as { readonly view: View };
    return { ...view, states: view.states.map(state => ({ address: view.path, ...state })) };
  }),
);

/** Besides the views' own states, the page for an address without a view, and for a person who does not exist. */
export const states: readonly ViewState[] = [
  ...views.flatMap(view => view.states),
  { name: 'not-found', address: '/console/nothing', ready: 'h1' },
  { name: 'nobody', address: '/console/people/nobody', ready: 'h1' },
];

async function take(step: Step, first: (selector: string) => Locator): Promise<void> {
  if ('click' in step) await first(step.click).click();
  else if ('fill' in step) await first(step.fill).fill(step.text);
  else await first(step.wait).waitFor();
}

/**
 * Opens a state of a view, and waits until it is shown.
 * @param server the server's URL
 * @param values replace their names in the address, such as `PERSON`
 */
export async function openState(
  page: Page,
  server: string,
  state: ViewState,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  let address = state.address ?? '';
  for (const [name, value] of Object.entries(values)) address = address.replace(name, value);
  const first = (selector: string) => page.locator(selector).first();
  await page.goto(server + address);
  await first('h1').waitFor();
  await first(state.ready).waitFor();
  for (const step of state.steps ?? []) await take(step, first);
}
