import '@rollcall/react/style.css';
import { init } from '@rollcall/account';
import {
  isProvider,
  RollcallProvider,
  SignIn,
  SignUp,
  ThirdPartyReturn,
  UserButton,
  useSession,
  zhCN,
} from '@rollcall/react';
import { AccountSettings, accountSections } from '@rollcall/react/account';
import { ThirdPartyButtons } from '@rollcall/react/third-party';
import { createRoot } from 'react-dom/client';

const auth = init({
  pid: 'my-school',
  appid: 'web',
  product_code: 'my-school',
  platform: 'web',
  host: 'http://127.0.0.1:8080',
});

const Home = () => {
  if (useSession() === 'in') return <UserButton account="/account/security" signIn="/" />;
  return (
    <>
      <SignIn signUp="/sign-up" />
      <ThirdPartyButtons returnTo="/" />
    </>
  );
};

/** The callback page, /oauth/wechat and /oauth/qq: WeChat and QQ send people back to it. */
const Callback = ({ provider }: { provider: string | undefined }) =>
  isProvider(provider) ? (
    <ThirdPartyReturn
      provider={provider}
      address={location.href}
      home="/"
      signIn="/"
      onSignedIn={path => location.replace(path)}
      onBound={path => location.replace(path)}
    />
  ) : (
    <a href="/">登录</a>
  );

/** The account: its security section binds and unbinds WeChat and QQ. */
const Account = ({ name }: { name: string | undefined }) => (
  <AccountSettings
    section={accountSections.find(one => one === name) ?? 'profile'}
    href={section => `/account/${section}`}
    onPasswordChanged={() => location.assign('/')}
    signedOut={<a href="/">登录</a>}
  />
);

const [, place, name] = location.pathname.split('/');
const pages = {
  'sign-up': <SignUp signIn="/" onSignedUp={() => location.assign('/')} />,
  oauth: <Callback provider={name} />,
  account: <Account name={name} />,
};
const root = createRoot(document.getElementById('root') as HTMLElement);
root.render(
  <RollcallProvider auth={auth} phrases={zhCN}>
    {pages[place as keyof typeof pages] ?? <Home />}
  </RollcallProvider>,
);
