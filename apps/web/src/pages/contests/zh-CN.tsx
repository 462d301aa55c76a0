import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { ContestsPage } from './page.tsx';

hydrate(ContestsPage, words);
