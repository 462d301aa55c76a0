import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';

void hydrate(() => import(/* webpackMode: "eager" */ './page.tsx').then(page => page.AllowPage), words, {
  reports: false,
});
