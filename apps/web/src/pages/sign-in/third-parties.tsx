/** WeChat and QQ on the sign-in page. Loaded late. */
import { ThirdPartyButtons } from '@rollcall/react/third-party';
import css from './third-parties.module.css';

/** Where frame.module.css keeps a place beside the form. */
const WIDE = '(min-width: 960px)';

/** @param props.returnTo the path of this site to go to after the sign-in */
export function ThirdParties({ returnTo }: { returnTo: string }) {
  return (
    <div className={css.ways}>
      <ThirdPartyButtons returnTo={returnTo} open="embedded" besideFrom={WIDE} />
    </div>
  );
}
