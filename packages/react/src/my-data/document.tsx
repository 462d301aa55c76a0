/** All that is kept, as a document to read and print. */
import { browserName } from '@rollcall/ui';
import { platformName } from '../devices/platform-name.ts';
import { type DevicesWords, devicesWords } from '../devices/words.ts';
import { bracketed } from '../phrases/locale.ts';
import { profileWords } from '../profile/profile-words.ts';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { GuardianRecords } from './guardian-records.tsx';
import { type Item, Records, Written } from './records.tsx';
import type { KeptData, RecordedUse } from './kept-data.ts';
import { UsageRecords } from './usage-records.tsx';
import { useTimes } from './use-times.tsx';
import { myDataWords } from './words.ts';

/** @param props.recorded undefined while it is put together: the document then says so */
export function MyDataDocument({ data, recorded }: { data: KeptData; recorded: RecordedUse | undefined }) {
  const words = useWords('myData', myDataWords);
  return (
    <>
      <AccountRecords kept={data.account} grade={data.grade} />
      <JobRecords jobs={data.jobs} />
      {recorded ? <UsageRecords recorded={recorded} /> : <p>{words.gathering}</p>}
      <p>{words.notKept}</p>
    </>
  );
}

/** What a client says of itself: its platform, product and version. */
const named = (
  { platform, product, sdk }: Pick<KeptData['account']['sign_ins'][number], 'platform' | 'product' | 'sdk'>,
  words: DevicesWords,
): string => [platformName(words, platform), product, sdk].filter(Boolean).join(' · ');

/** The account's part. @param props.grade the name of the profile's grade */
function AccountRecords({ kept, grade }: { kept: KeptData['account']; grade: string | undefined }) {
  const { phrases } = useRollcall();
  const words = useWords('myData', myDataWords);
  const profileNames = useWords('profile', profileWords);
  const devices = useWords('devices', devicesWords);
  const { day, text, time } = useTimes();
  const { profile, account, guardian, second_factors: factors } = kept;
  const { sections } = words;
  const yes = (is: boolean) => (is ? words.yes : words.no);
  const sex = [profileNames.female, profileNames.male][profile.sex ?? -1];

  const factorItems: Item[] = [
    ...factors.totp.map(({ since }) => ({ head: words.totp, facts: [[words.since, time(since)]] as const })),
    ...factors.passkeys.map(({ name, since, last_used_at }) => ({
      head: (
        <>
          {words.passkey} <Written>{name}</Written>
        </>
      ),
      facts: [
        [words.since, time(since)],
        [words.used, time(last_used_at)],
      ] as const,
    })),
    ...(factors.recovery_codes > 0
      ? [{ facts: [[words.codes, words.codesLeft(factors.recovery_codes)]] as const }]
      : []),
    ...factors.failures.map(({ method, count, last_at }) => ({
      head: words.wrongCodes[method],
      facts: [
        [words.wrongCount, count],
        [words.last, time(last_at)],
      ] as const,
    })),
  ];

  return (
    <>
      <Records
        title={sections.profile}
        items={[
          {
            facts: [
              [profileNames.nickname, <Written key="n">{profile.nickname}</Written>],
              [words.id, profile.id],
              [profileNames.fullname, profile.fullname && <Written>{profile.fullname}</Written>],
              [profileNames.birthday, day(profile.birthday)],
              [profileNames.sex, sex],
              [profileNames.qq, profile.qq],
              [profileNames.grade, grade],
              [profileNames.description, profile.description && <Written>{profile.description}</Written>],
              [words.picture, profile.avatar_url && <Written>{profile.avatar_url}</Written>],
            ],
          },
        ]}
      />
      <Records
        title={sections.custom_fields}
        items={kept.custom_fields.map(({ name, value }) => ({
          facts: [
            [
              name[phrases.language],
              <Written key="v">{typeof value === 'boolean' ? yes(value) : String(value)}</Written>,
            ],
          ],
        }))}
      />
      <Records
        title={sections.account}
        items={[
          {
            facts: [
              [words.created, time(account.created_at)],
              [words.pid, account.pid],
              [
                words.password,
                account.password_set_at === null
                  ? words.passwordNone
                  : words.passwordSet(text(account.password_set_at)),
              ],
              [words.passwordCommon, account.password_too_common ? words.yes : null],
              [words.twoStep, yes(account.two_step_verification)],
              [words.deletion, time(account.deletion_due_at)],
            ],
          },
        ]}
      />
      <Records
        title={sections.identifiers}
        items={[
          ...kept.identifiers.map(({ kind, value, since }) => ({
            head: (
              <>
                {words.kinds[kind]} <Written>{value}</Written>
              </>
            ),
            facts: [[words.since, time(since)]] as const,
          })),
          ...kept.third_parties.map(({ provider, appid, subject, unionid, since }) => ({
            head: words.kinds[provider],
            facts: [
              [words.since, time(since)],
              [words.appid, appid],
              [words.subject, <Written key="s">{subject}</Written>],
              [words.unionid, unionid && <Written>{unionid}</Written>],
            ] as const,
          })),
        ]}
      />
      <Records
        title={sections.agreements}
        items={kept.agreements.map(({ title, version, signed_at, address }) => ({
          head: (
            <>
              <Written>{title}</Written>
              {bracketed(phrases, words.version(version))}
            </>
          ),
          facts: [
            [words.signed, time(signed_at)],
            [words.address, address],
          ],
        }))}
      />
      <Records
        title={sections.sign_ins}
        items={kept.sign_ins.map(one => ({
          head:
            [one.system, browserName(devices.browsers, one.browser)].filter(Boolean).join(' · ') ||
            devices.unnamed[one.kind],
          facts: [
            [words.signedIn, time(one.at)],
            [words.by, one.method && devices.methods[one.method]],
            [words.site, one.pid],
            [words.client, named(one, devices) && <Written key="c">{named(one, devices)}</Written>],
            [words.address, one.address],
            [words.used, time(one.last_used_at)],
            one.ended_at === null ? [words.expires, time(one.expires_at)] : [words.ended, time(one.ended_at)],
            [words.proved, time(one.proved_at)],
            [words.secondFactor, one.second_factor ? words.yes : null],
            [words.wrongPasswords, one.wrong_passwords || null],
            [words.agent, <Written key="a">{one.user_agent}</Written>],
          ],
        }))}
      />
      <Records
        title={sections.known_devices}
        items={kept.known_devices.map(one => ({
          head: words.device,
          facts: [[words.used, time(one.last_used_at)]],
        }))}
      />
      <Records
        title={sections.clients}
        items={kept.clients.map(one => ({
          head: <Written>{one.name}</Written>,
          facts: [
            [words.learns, one.scopes.join(', ')],
            [words.at, time(one.allowed_at)],
          ],
        }))}
      />
      <Records title={sections.second_factors} items={factorItems} />
      <Records
        title={sections.notices}
        items={kept.notices.map(one => ({
          head: <Written>{one.text}</Written>,
          facts: [
            [words.at, time(one.at)],
            [words.told, one.channel === null ? words.waiting : words.channels[one.channel]],
          ],
        }))}
      />
      <Records
        title={sections.changes}
        items={kept.changes.map(({ at, until }) => ({
          head: words.change,
          facts: [
            [words.at, time(at)],
            [words.until, time(until)],
          ],
        }))}
      />
      <GuardianRecords guardian={guardian} />
    </>
  );
}

function JobRecords({ jobs }: Pick<KeptData, 'jobs'>) {
  const words = useWords('myData', myDataWords);
  const { time } = useTimes();
  return (
    <Records
      title={words.sections.jobs}
      items={jobs.map(({ kind, state, created_at: at, finished_at: end }) => ({
        head: words.jobs[kind],
        facts: [
          [words.at, time(at)],
          [words.state, words.states[state]],
          [words.finished, time(end)],
        ],
      }))}
    />
  );
}
