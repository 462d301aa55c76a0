import { zhCNEntrance as phrases } from '@rollcall/react';
import { hydrate } from '../../frame/hydrate.tsx';
import { texts } from '../../words/texts-zh-CN.ts';
import { SignInPage } from './page.tsx';

hydrate(SignInPage, { phrases, ...texts });
