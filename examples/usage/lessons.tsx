import '@rollcall/react/style.css';
import type { Auth } from '@rollcall/account';
import { RollcallProvider, zhCN } from '@rollcall/react';
import {
  ConsentBanner,
  ConsentSettings,
  createUsage,
  UsageProvider,
  usePageView,
  useTimedEvent,
  useUsage,
} from '@rollcall/react/usage';

const usage = createUsage({ product_code: 'my-school', url: 'http://127.0.0.1:8080' });

const Lesson = () => {
  usePageView(location.pathname);
  useTimedEvent('lesson', { biz_data: { lesson: 7 } });
  const report = useUsage();
  return (
    <button type="button" onClick={() => report?.track('lesson.done', { lesson: 7 })}>
      Done
    </button>
  );
};

export const Lessons = ({ auth }: { auth: Auth }) => (
  <RollcallProvider auth={auth} phrases={zhCN}>
    <UsageProvider usage={usage}>
      <Lesson />
      {location.pathname === '/privacy' ? <ConsentSettings /> : <ConsentBanner />}
    </UsageProvider>
  </RollcallProvider>
);
