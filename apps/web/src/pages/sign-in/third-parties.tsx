/** WeChat and QQ on the sign-in page. Loaded late. */
import { ThirdPartyButtons } from '@rollcall/react/third-party';
import { useReturnPath } from '../../frame/leave.ts';
import { viaAccount } from '../../frame/via-account.ts';

/** Where frame.module.css keeps a place beside the form. */
const WIDE = '(min-width: 960px)';

export function ThirdParties() {
  const to = useReturnPath('/account');
  // a path of this site, as the sign-in leads over another one
  const returnTo = to.startsWith('/') ? to : viaAccount(to);
  return <ThirdPartyButtons returnTo={returnTo} open="embedded" besideFrom={WIDE} plain />;
}
