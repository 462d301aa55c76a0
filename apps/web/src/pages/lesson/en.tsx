import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { LessonPage } from './page.tsx';

hydrate(LessonPage, words);
