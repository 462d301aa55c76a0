import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { AccountDataPage } from './page.tsx';

hydrate(AccountDataPage, words);
