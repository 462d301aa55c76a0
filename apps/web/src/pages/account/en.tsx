import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { AccountPage } from './page.tsx';

hydrate(AccountPage, words);
