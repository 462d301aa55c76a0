/** What an account signs in with, as the server masks it. */
import { useRollcall } from '../session/provider.tsx';
import css from './profile.module.css';
import type { Privacy } from './use-profile.ts';

export function PrivacySummary({ privacy }: { privacy: Privacy }) {
  const { account: words } = useRollcall().phrases;
  const rows: readonly (readonly [string, string | null, string])[] = [
    [words.phone, privacy.phone_number, words.none],
    [words.email, privacy.email, words.none],
    [words.username, privacy.username, words.unset],
    [words.password, privacy.has_password ? words.set : null, words.unset],
    [words.wechat, privacy.oauths.wechat ? words.bound : null, words.unbound],
    [words.qq, privacy.oauths.qq ? words.bound : null, words.unbound],
  ];
  return (
    <dl className={css.rows}>
      {rows.map(([name, value, empty]) => (
        <div key={name} className={css.row}>
          <dt>{name}</dt>
          <dd data-empty={value === null ? '' : undefined}>{value ?? empty}</dd>
        </div>
      ))}
    </dl>
  );
}
