import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { FrontPage } from './page.tsx';

hydrate(FrontPage, words);
