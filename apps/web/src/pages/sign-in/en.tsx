import { enEntrance as phrases } from '@rollcall/react';
import { hydrate } from '../../frame/hydrate.tsx';
import { texts } from '../../words/texts-en.ts';

void hydrate(() => import(/* webpackMode: "eager" */ './page.tsx').then(page => page.SignInPage), {
  phrases,
  ...texts,
});
