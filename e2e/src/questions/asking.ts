/** Asks in the console's page by what a person does, counts the steps, and reads what the page shows. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Steps, stepsOn } from '../steps.ts';

const becomes = (holds: () => boolean): Promise<void> => expect.poll(holds).toBe(true);

/** The question in an address; empty: the usual one. */
const asked = (address: string): string => new URL(address).searchParams.get('q') ?? '';

/** A page of the console at `/console/ask`. A step is a press, or one entry that is typed or chosen. */
export class Asking {
  readonly page: Page;
  readonly #steps: Steps;
  /** Questions that were answered. */
  readonly #told = new Set<string>();

  constructor(page: Page) {
    this.page = page;
    this.#steps = stepsOn(page);
    page.on('requestfinished', request => {
      if (request.url().includes('/usage/question?'))
        this.#told.add(new URL(request.url()).searchParams.get('question') ?? '');
    });
  }

  get steps(): number {
    return this.#steps.count();
  }

  /** The question that the page holds. */
  get question(): string {
    return asked(this.page.url());
  }

  /** A step that asks something else; it ends when the page shows the answer. */
  async #asks(step: () => Promise<void>): Promise<void> {
    const { question } = this;
    await this.#steps.also(step);
    await becomes(() => this.question !== question);
    await this.answered();
  }

  /**
   * Finds one of many by some letters.
   * @param item what is chosen @default what was typed
   * @param at which field of this name
   */
  async pick(field: string, typed: string, item = typed, at = 0): Promise<void> {
    await this.#asks(async () => {
      await this.page.getByRole('combobox', { name: field, exact: true }).nth(at).fill(typed);
      await this.page
        .getByRole('option')
        .filter({ has: this.page.getByText(item, { exact: true }) })
        .first()
        .click();
    });
  }

  async select(field: string, label: string): Promise<void> {
    await this.#asks(async () => {
      await this.page.getByRole('combobox', { name: field, exact: true }).selectOption({ label });
    });
  }

  async press(name: string): Promise<void> {
    await this.#asks(() => this.page.getByRole('button', { name, exact: true }).click());
  }

  /** Opens the panel and types a whole condition. @param reads how the page says it */
  async filter(label: string, typed: string, reads: string): Promise<void> {
    await this.#steps.press(label);
    await this.#asks(async () => {
      await this.page.getByRole('combobox', { name: '属性', exact: true }).fill(typed);
      await this.page.getByRole('option').filter({ hasText: reads }).first().waitFor();
      await this.page.keyboard.press('Enter');
    });
  }

  async type(field: string, text: string): Promise<void> {
    await this.#asks(async () => {
      await this.page.getByLabel(field, { exact: true }).fill(text);
      await this.page.keyboard.press('Enter');
    });
  }

  async table(): Promise<void> {
    await this.#steps.also(() => this.page.getByRole('button', { name: '表格' }).click());
    await this.page.getByRole('button', { name: '图表' }).waitFor();
  }

  /** What the page shows of the question that it holds. */
  async answered(): Promise<Locator> {
    const { question } = this;
    await becomes(() => question === '' || this.#told.has(question));
    const answer = this.page.locator('[aria-busy=false] > [data-answer]:not([data-old])');
    await answer.waitFor();
    return answer;
  }

  /** The rows of a table, cell by cell. @param label its name; else the answer's own */
  async rows(label?: string): Promise<string[][]> {
    const answer = await this.answered();
    const table = label === undefined ? answer.locator('table') : answer.getByRole('region', { name: label });
    return table
      .first()
      .locator('tr')
      .evaluateAll(rows =>
        rows.map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent?.trim() ?? '')),
      );
  }
}

/** A figure of the page as a number. */
export const figure = (text: string | undefined): number => Number(text?.replaceAll(',', '') ?? Number.NaN);

/** A duration as the page says it, in its two largest units. */
export const spoken = (ms: number | null | undefined): string => {
  if (ms === null || ms === undefined) return '—';
  const seconds = Math.round(ms / 1000);
  if (seconds < 10) return `${Math.round(ms / 100) / 10} 秒`;
  if (seconds < 60) return `${seconds} 秒`;
  const [hours, minutes, left] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours === 0) return `${minutes} 分${left ? ` ${left} 秒` : ''}`;
  return `${hours.toLocaleString('en-US')} 小时${hours < 100 && minutes ? ` ${minutes} 分` : ''}`;
};

/** A number as the page rounds it. */
export const rounded = (value: number): number => {
  const digits = Math.abs(value) < 1 ? 4 : 2;
  return Number(value.toFixed(digits));
};
