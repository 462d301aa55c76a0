/** The dialog that registers a client, or changes one. */
import { openidScopes } from '@rollcall/contract';
import {
  isOpenidAddress,
  openidAlgorithms,
  openidAuthMethods,
  type OpenidClient,
  type OpenidClientSettings,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea, TextField, textIn } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { settingsOf, type TemplateName, templateNames } from './templates.ts';
import { openidWords } from './words.ts';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

type Choices = Pick<OpenidClientSettings, 'auth_method' | 'id_token_alg'>;

const bodyOf = (data: FormData, choices: Choices): OpenidClientSettings => ({
  name: textIn(data, 'name'),
  mark: textIn(data, 'mark') || null,
  own: data.has('own'),
  redirect_uris: lines(textIn(data, 'redirect_uris')),
  post_logout_redirect_uris: lines(textIn(data, 'post_logout_redirect_uris')),
  backchannel_logout_uri: textIn(data, 'backchannel_logout_uri') || null,
  scopes: openidScopes.filter(scope => scope === 'openid' || data.has(`scope.${scope}`)),
  refreshes: data.has('refreshes'),
  requires_second_factor: data.has('requires_second_factor'),
  requires_pkce: data.has('requires_pkce'),
  ...choices,
});

/** The fields that are wrong. */
const mistakesIn = (body: OpenidClientSettings): readonly string[] => [
  ...(body.name === '' ? ['name'] : []),
  ...(body.mark !== null && !(isOpenidAddress(body.mark) && body.mark.startsWith('https:')) ? ['mark'] : []),
  ...(body.redirect_uris.length === 0 || !body.redirect_uris.every(isOpenidAddress) ? ['redirect_uris'] : []),
  ...(body.post_logout_redirect_uris.every(isOpenidAddress) ? [] : ['post_logout_redirect_uris']),
  ...(body.backchannel_logout_uri !== null && !isOpenidAddress(body.backchannel_logout_uri)
    ? ['backchannel_logout_uri']
    : []),
];

/** @param props.of the client that is changed; absent: a new one is made */
export function ClientDialog(props: {
  of?: OpenidClient;
  onDone: (made: { id: string; secret: string | null } | undefined) => void;
  onClose: () => void;
}) {
  const { of, onDone, onClose } = props;
  const { client } = useConsoleContext();
  const words = useWords(openidWords);
  const common = useCommonWords();
  const [template, setTemplate] = useState<TemplateName>('other');
  const [address, setAddress] = useState('');
  // a filled-in form is drawn again with other defaults
  const [{ base, drawn }, draw] = useState({ base: of ?? settingsOf('other', ''), drawn: 0 });
  const [choices, setChoices] = useState<Choices>({
    auth_method: of?.auth_method ?? 'client_secret_basic',
    id_token_alg: of?.id_token_alg ?? 'RS256',
  });
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const error = (name: string) =>
    wrong.includes(name) ? (name === 'name' ? words.nameRule : words.addressWrong) : undefined;
  const field = (
    name: string,
    label: string,
    value: string,
    { rule, rows, optional }: { rule?: string; rows?: number; optional?: boolean } = {},
  ) => {
    const shared = {
      label,
      rule,
      error: error(name),
      optional,
      name,
      defaultValue: value,
      autoComplete: 'off',
      onInput: () => setWrong([]),
    };
    return rows === undefined ? (
      <TextField {...shared} maxLength={500} />
    ) : (
      <TextArea {...shared} rows={rows} />
    );
  };
  const tick = (name: string, label: string, checked: boolean, disabled = false) => (
    <Tick key={name} type="checkbox" name={name} defaultChecked={checked} disabled={disabled} label={label} />
  );
  return (
    <ConfirmDialog
      title={of ? common.titled(common.change, of.name) : words.create}
      label={of ? common.save : words.create}
      busy={of ? common.saving : words.creating}
      onClose={onClose}
      validate={data => {
        const found = mistakesIn(bodyOf(data, choices));
        setWrong(found);
        return found.length === 0;
      }}
      onConfirm={async (data, signal) => {
        const body = bodyOf(data, choices);
        if (!of) return client.call('createOpenidClient', { body }, signal);
        await client.call('changeOpenidClient', { body: { id: of.id, ...body } }, signal);
        return undefined;
      }}
      onDone={onDone}
    >
      {of ? null : (
        <>
          <SelectField
            label={words.template}
            value={template}
            options={labelled(templateNames, words.templates)}
            onSelect={setTemplate}
          />
          {template === 'other' ? null : (
            <>
              <TextField
                label={words.address}
                rule={words.addressRule}
                value={address}
                onChange={event => setAddress(event.target.value)}
              />
              <SecondaryButton
                onClick={() => {
                  const filled = settingsOf(template, address);
                  if (!filled) return;
                  draw({ base: filled, drawn: drawn + 1 });
                  setChoices({ auth_method: filled.auth_method, id_token_alg: filled.id_token_alg });
                }}
              >
                {words.fill}
              </SecondaryButton>
            </>
          )}
        </>
      )}
      <div key={drawn}>
        {field('name', words.name, base?.name ?? '', { rule: words.nameRule })}
        {field('redirect_uris', words.redirects, base?.redirect_uris.join('\n') ?? '', {
          rule: words.redirectsRule,
          rows: 2,
        })}
        {field(
          'post_logout_redirect_uris',
          words.postLogout,
          base?.post_logout_redirect_uris.join('\n') ?? '',
          {
            rows: 2,
            optional: true,
          },
        )}
        {field('backchannel_logout_uri', words.backchannel, base?.backchannel_logout_uri ?? '', {
          rule: words.backchannelRule,
          optional: true,
        })}
        {field('mark', words.mark, base?.mark ?? '', { optional: true })}
        <fieldset className={choicesCss.choices}>
          <legend>{words.scopesLabel}</legend>
          {openidScopes.map(scope =>
            tick(
              `scope.${scope}`,
              words.scopes[scope],
              base?.scopes.includes(scope) ?? false,
              scope === 'openid',
            ),
          )}
        </fieldset>
        {tick('own', words.own, base?.own ?? true)}
        {tick('requires_second_factor', words.secondFactor, base?.requires_second_factor ?? false)}
        {tick('requires_pkce', words.pkce, base?.requires_pkce ?? true)}
        {tick('refreshes', words.refreshes, base?.refreshes ?? false)}
      </div>
      <SelectField
        label={words.auth}
        value={choices.auth_method}
        options={labelled(openidAuthMethods, words.auths)}
        onSelect={auth => setChoices({ ...choices, auth_method: auth })}
      />
      <SelectField
        label={words.algorithm}
        value={choices.id_token_alg}
        options={openidAlgorithms.map(name => [name, name] as const)}
        onSelect={alg => setChoices({ ...choices, id_token_alg: alg })}
      />
    </ConfirmDialog>
  );
}
