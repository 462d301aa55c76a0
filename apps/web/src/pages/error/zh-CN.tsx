import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { ErrorPage } from './page.tsx';

hydrate(ErrorPage, words);
