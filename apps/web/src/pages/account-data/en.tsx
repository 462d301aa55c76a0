import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { AccountDataPage } from './page.tsx';

hydrate(AccountDataPage, words);
