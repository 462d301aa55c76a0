import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { OauthPage } from './page.tsx';

hydrate(OauthPage, words);
