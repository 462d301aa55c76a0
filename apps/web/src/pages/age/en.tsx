import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { AgePage } from './page.tsx';

hydrate(AgePage, words, { reports: false });
