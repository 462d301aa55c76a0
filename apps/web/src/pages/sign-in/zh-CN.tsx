import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { SignInPage } from './page.tsx';

hydrate(SignInPage, words);
