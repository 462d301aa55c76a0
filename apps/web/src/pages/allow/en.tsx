import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';

void hydrate(() => import(/* webpackMode: "eager" */ './page.tsx').then(page => page.AllowPage), words, {
  reports: false,
});
