/** The pages of the site: a header with the user's menu, and the page of the URL's path. */
import { ResetPassword, SignIn, SignUp, UserButton, useSession } from '@rollcall/react';
import { AccountSettings, type AccountSection } from '@rollcall/react/account';
import { Lessons } from './lessons.tsx';

const go = (path: string) => location.assign(path);
const sectionOf = (path: string): AccountSection =>
  (['security', 'devices', 'privacy'] as const).find(name => path === `/account/${name}`) ?? 'profile';

function Page({ path }: { path: string }) {
  const session = useSession();
  const heading = (text: string) => ({ heading: <h1>{text}</h1> });
  if (path === '/sign-in')
    return <SignIn signUp="/sign-up" reset="/reset" onSignedIn={() => go('/')} slots={heading('欢迎回来')} />;
  if (path === '/sign-up')
    return <SignUp signIn="/sign-in" onSignedUp={() => go('/')} slots={heading('加入小树学校')} />;
  if (path === '/reset')
    return <ResetPassword signIn="/sign-in" signUp="/sign-up" slots={heading('找回密码')} />;
  if (path.startsWith('/account'))
    return (
      <AccountSettings
        section={sectionOf(path)}
        href={section => (section === 'profile' ? '/account' : `/account/${section}`)}
        onPasswordChanged={() => go('/sign-in')}
        signedOut={<a href="/sign-in">请先登录</a>}
      />
    );
  // Unknown until the script has read the cookies.
  if (session === 'unknown') return null;
  return session === 'in' ? (
    <Lessons />
  ) : (
    <section>
      <h1>每天一课，慢慢长大。</h1>
      <p>
        小树学校的课程给登录的同学看。<a href="/sign-in">登录</a>，或者<a href="/sign-up">注册一个账号</a>。
      </p>
    </section>
  );
}

export function Site() {
  return (
    <>
      <header className="head">
        <a className="school" href="/">
          小树学校
        </a>
        <UserButton account="/account" signIn="/sign-in" onSignedOut={() => go('/')} />
      </header>
      <main className="page">
        <Page path={location.pathname} />
      </main>
    </>
  );
}
