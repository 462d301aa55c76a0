import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { AccountPage } from './page.tsx';

hydrate(AccountPage, words);
