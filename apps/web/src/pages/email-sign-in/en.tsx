import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { EmailSignInPage } from './page.tsx';

hydrate(EmailSignInPage, words);
