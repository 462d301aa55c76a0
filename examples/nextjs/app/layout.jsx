import '@rollcall/react/style.css';
import { Accounts } from './accounts.jsx';

export const metadata = { title: 'My school' };

/** @param {{ children: import('react').ReactNode }} props */
export default function Layout({ children }) {
  return (
    <html lang="zh-CN">
      <body>
        <Accounts>{children}</Accounts>
      </body>
    </html>
  );
}
