import { enEntrance as phrases } from '@rollcall/react';
import { hydrate } from '../../frame/hydrate.tsx';
import { texts } from '../../words/texts-en.ts';
import { SignInPage } from './page.tsx';

hydrate(SignInPage, { phrases, ...texts });
