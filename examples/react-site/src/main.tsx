import '@rollcall/react/style.css';
import '@rollcall/react/tokens.css';
import './site.css';
import { RollcallProvider, zhCN } from '@rollcall/react';
import { createRoot } from 'react-dom/client';
import { auth } from './auth.ts';
import { Site } from './site.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <RollcallProvider auth={auth} phrases={zhCN}>
    <Site />
  </RollcallProvider>,
);
