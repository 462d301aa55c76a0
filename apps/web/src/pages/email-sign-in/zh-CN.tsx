import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { EmailSignInPage } from './page.tsx';

hydrate(EmailSignInPage, words);
