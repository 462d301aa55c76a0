import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { FrontPage } from './page.tsx';

hydrate(FrontPage, words);
