import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { ResetPage } from './page.tsx';

hydrate(ResetPage, words);
