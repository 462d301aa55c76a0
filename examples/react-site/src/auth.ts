/** The one client of this site. */
import { init } from '@rollcall/account';

export const auth = init({
  pid: 'little-tree',
  appid: 'react-site',
  product_code: 'little-tree',
  platform: 'web',
  host: import.meta.env.VITE_ACCOUNTS ?? 'http://127.0.0.1:8080',
});
