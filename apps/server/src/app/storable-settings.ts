/** What operators can set in the console while the server runs, read as the rest of the configuration. */
import type { AlertDefaults } from '@rollcall/contract/console';
import { type NamesSettings, namesSettings } from '../features/accounts/profile/names/settings.ts';
import { type ConsoleSettings, consoleSettings } from '../features/console/settings.ts';
import { type PagesSettings, pagesSettings, type ServedPages } from '../features/hosted-pages/settings.ts';
import { alertDefaults } from '../features/monitoring/settings.ts';
import type { Site } from '../http/site-foot.ts';
import { type CodeSettings, codeSettings } from '../messages/settings.ts';
import type { Reader } from '../platform/config-reader.ts';
import { network } from './config-values.ts';
import { type ServerWords, serverWords } from './words.ts';

export interface Storable {
  readonly pages: PagesSettings & Pick<Site, 'foot'>;
  /** What the server says itself. */
  readonly words: ServerWords;
  readonly names: NamesSettings;
  readonly codes: CodeSettings;
  readonly console: ConsoleSettings;
  readonly alertDefaults: AlertDefaults;
  readonly sharedNetworks: readonly string[];
}

export const readStorable = (
  reader: Reader,
  served: ServedPages & { readonly production: boolean },
): Storable => {
  const { production } = served;
  const read = pagesSettings(reader, served);
  const { words, ...said } = serverWords(read.phrases, read.name);
  for (const problem of said.problems) reader.problem('ROLLCALL_PHRASES', problem);
  return {
    pages: { ...read, phrases: said.pages, foot: words.served.foot },
    words,
    names: namesSettings(reader, { production, school: Object.values(read.name ?? {}) }),
    codes: codeSettings(reader, production),
    console: consoleSettings(reader, production),
    alertDefaults: alertDefaults(reader),
    sharedNetworks: reader.list('ROLLCALL_SHARED_NETWORKS', network) ?? [],
  };
};
