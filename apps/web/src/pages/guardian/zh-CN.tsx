import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { GuardianPage } from './page.tsx';

hydrate(GuardianPage, words, { reports: false });
