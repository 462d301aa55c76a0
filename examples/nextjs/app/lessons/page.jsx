import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { accounts, getSession } from '../../lib/session.js';
import { Me } from '../accounts.jsx';

export default async function Page() {
  // A page checks for itself too: the proxy may be set up wrong one day.
  const session = await getSession(await cookies());
  if (!session) redirect('/sign-in?return=/lessons');
  const answer = await fetch(new URL('/tiger/v3/web/accounts/profile', accounts), {
    headers: { authorization: `Bearer ${session.token}` },
    cache: 'no-store',
  });
  if (!answer.ok) redirect('/sign-in?return=/lessons');
  const { data } = await answer.json();
  return (
    <main>
      <Me />
      <h1>你好，{data.nickname}</h1>
      <p data-account={session.account}>今天学什么？</p>
    </main>
  );
}
