import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { SignInPage } from './page.tsx';

hydrate(SignInPage, words);
