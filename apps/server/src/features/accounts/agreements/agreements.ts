/** Agreements and protocols. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import type { Language } from '../../../http/language.ts';
import { documentsInForce } from '../../../identity/documents-in-force.ts';
import { isUnderAge, sign } from './documents.ts';
import type { AppContext } from '../../../http/context.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';

/** The pid and language of a call; a language that is not named is that of the request's headers. */
const selectionOf = (
  { pid, language }: { pid?: string | undefined; language?: Language | undefined },
  accepted: Language,
) => ({ pid, language: language ?? accepted, inUrl: language !== undefined });

export const agreementHandlers = ({
  app,
  checkPid,
  minors,
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly checkPid: CheckPid;
  readonly minors: MinorsSettings;
}) =>
  ({
    getAgreements: async ({ query, language }) => {
      if (query.pid !== undefined) checkPid(query.pid);
      return documentsInForce(app.db, { ...selectionOf(query, language), at: app.now() });
    },

    getAgreementsToSign: async ({ query, language }) => {
      if (query.pid !== undefined) checkPid(query.pid);
      return documentsInForce(app.db, { ...selectionOf(query, language), at: app.now() });
    },

    getUnsignedAgreements: async ({ query, language, caller }) => {
      if (query.pid !== undefined) checkPid(query.pid);
      if (await isUnderAge(app.db, minors, caller.accountId, app.now())) return [];
      return documentsInForce(app.db, {
        ...selectionOf(query, language),
        at: app.now(),
        unsignedBy: caller.accountId,
      });
    },

    signAgreements: async ({ body, caller, ip }) => {
      checkPid(body.pid);
      await sign(app.db, minors, {
        accountId: caller.accountId,
        ids: body.agreement_ids,
        pid: body.pid,
        at: app.now(),
        ip,
      });
      return {};
    },

    getProtocols: async ({ body, language }) => {
      checkPid(body.pid);
      const codes = [...new Set(body.codeList)];
      const found = await documentsInForce(app.db, { ...selectionOf(body, language), at: app.now(), codes });
      // In the order that was asked for.
      return codes.flatMap(code => {
        const document = found.find(one => one.code === code);
        return document
          ? [{ code, version: document.version, title: document.title, url: document.url }]
          : [];
      });
    },
  }) satisfies Partial<Handlers<CallName>>;
