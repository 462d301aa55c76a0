import { zhCNEntrance as phrases } from '@rollcall/react';
import { hydrate } from '../../frame/hydrate.tsx';
import { texts } from '../../words/texts-zh-CN.ts';

void hydrate(() => import(/* webpackMode: "eager" */ './page.tsx').then(page => page.SignInPage), {
  phrases,
  ...texts,
});
