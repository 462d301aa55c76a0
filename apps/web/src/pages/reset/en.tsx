import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { ResetPage } from './page.tsx';

hydrate(ResetPage, words);
