import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { ContestsPage } from './page.tsx';

hydrate(ContestsPage, words);
