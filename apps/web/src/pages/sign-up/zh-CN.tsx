import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { SignUpPage } from './page.tsx';

hydrate(SignUpPage, words);
