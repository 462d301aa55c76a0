/** What is kept of a child: in a few words first, and all of it below, which is printed whole. */
import { useEffect, useRef } from 'react';
import { MyDataDocument } from '../my-data/document.tsx';
import type { KeptData, RecordedUse } from '../my-data/kept-data.ts';
import { myDataWords } from '../my-data/words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { privacyWords } from '../privacy/words.ts';
import { profileWords } from '../profile/profile-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import css from './minors.module.css';
import { minorsWords } from './words.ts';

/** @param props.recorded undefined while it is put together */
export function GuardianData({ data, recorded }: { data: KeptData; recorded: RecordedUse | undefined }) {
  const { summary: words } = useWords('minors', minorsWords).guardian;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // what is closed is not printed
    const open = () => details.current?.setAttribute('open', '');
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, []);
  return (
    <>
      <div>
        <h3>{words.title}</h3>
        <Summary data={data} recorded={recorded} />
      </div>
      <details ref={details} className={css.details}>
        <summary>{words.all}</summary>
        <MyDataDocument data={data} recorded={recorded} />
      </details>
    </>
  );
}

function Summary({ data, recorded }: { data: KeptData; recorded: RecordedUse | undefined }) {
  const { summary: words } = useWords('minors', minorsWords).guardian;
  const { kinds, picture } = useWords('myData', myDataWords);
  const names = useWords('profile', profileWords);
  const { comma } = useWords('privacy', privacyWords);
  const locale = localeOf(useRollcall().phrases);
  const { profile, identifiers, third_parties: bound, sign_ins: signIns, agreements, notices } = data.account;
  const ways = [...identifiers.map(({ kind }) => kind), ...bound.map(({ provider }) => provider)];
  const filled = [
    [names.nickname, profile.nickname],
    [names.fullname, profile.fullname],
    [names.birthday, profile.birthday],
    [names.sex, names.sex && [0, 1].includes(profile.sex ?? -1)],
    [names.qq, profile.qq],
    [names.grade, data.grade],
    [names.description, profile.description],
    [picture, profile.avatar_url],
  ].flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || value === false ? [] : [name],
  );
  const last = signIns.reduce((latest, { at }) => Math.max(latest, at), 0);
  const day = dateFormat(locale, { dateStyle: 'long' });
  const use =
    recorded === undefined
      ? words.gathering
      : recorded.events === 0
        ? words.noUse
        : words.use(recorded.events.toLocaleString(locale));
  const lines = [
    words.ways([...new Set(ways)].map(kind => kinds[kind]).join(comma)),
    words.profile(filled.join(comma)),
    signIns.length === 0 ? words.noSignIns : words.signIns(signIns.length, day.format(last)),
    words.agreements(agreements.length),
    words.messages(notices.length),
    use,
  ];
  return (
    <ul className={css.notice}>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}
