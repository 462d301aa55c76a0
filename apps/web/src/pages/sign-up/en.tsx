import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { SignUpPage } from './page.tsx';

hydrate(SignUpPage, words);
