/** Texts in each language of the console. */
import type { Language } from '@rollcall/app-shell/document';

/** A table of words in every language; `W` is `typeof en`, so that a missing or extra entry does not compile. */
export type Translations<W> = Readonly<Record<Language, W>>;
