import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { ErrorPage } from './page.tsx';

hydrate(ErrorPage, words);
