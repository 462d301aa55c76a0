import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { OauthPage } from './page.tsx';

hydrate(OauthPage, words);
