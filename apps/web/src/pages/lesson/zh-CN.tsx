import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/zh-CN.ts';
import { LessonPage } from './page.tsx';

hydrate(LessonPage, words);
