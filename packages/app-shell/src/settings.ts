/** What the server told this page; see `PageSettings` of the contract. */
import { PAGE_SETTINGS_ID, type PageSettings } from '@rollcall/contract';

let read: PageSettings | undefined;

/** The settings in the document; without any, as in tests of a part, an object without values. Browser only. */
export const pageSettings = (): Partial<PageSettings> => {
  const text = document.getElementById(PAGE_SETTINGS_ID)?.textContent;
  // Tests share a page: what one of them has not, the next one may have.
  return text ? (read ??= JSON.parse(text) as PageSettings) : {};
};
