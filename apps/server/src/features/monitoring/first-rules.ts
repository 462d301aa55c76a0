/** The alert rules that a new school begins with, as the first admin comes: what every school wants told. */
import { type AlertDefaults, type AlertRuleInput, consoleCalls } from '@rollcall/contract/console';
import type { Transaction } from 'kysely';
import type { AuditFacts } from '../../http/console-handler.ts';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Words } from '../../platform/words.ts';
import { auditedFields, createRule } from './alert-rules.ts';

interface FirstRule extends Pick<AlertRuleInput, 'percentile' | 'window' | 'least'> {
  readonly kind: 'failed-share' | 'error-rate' | 'call-latency';
  readonly name: Words<string>;
}

/** A rule about absence is none of them: it would fire at a school that nobody has signed in to yet. */
const firstRules: readonly FirstRule[] = [
  {
    kind: 'failed-share',
    name: { 'zh-CN': '请求失败', en: 'Requests fail' },
    percentile: 0.75,
    window: 5,
    least: 50,
  },
  {
    kind: 'error-rate',
    name: { 'zh-CN': '脚本错误增多', en: 'Many script errors' },
    percentile: 0.75,
    window: 5,
    least: 1,
  },
  {
    kind: 'call-latency',
    name: { 'zh-CN': '请求很慢', en: 'Requests are slow' },
    percentile: 0.95,
    window: 10,
    least: 50,
  },
];

/**
 * Makes them in the transaction of the first admin, so that they are made once; operators may change and delete them.
 * @param school.product whose reports they measure
 * @returns what the audit log says of each
 */
export const createFirstRules = async (
  trx: Transaction<Database>,
  school: {
    readonly product: string;
    readonly defaults: AlertDefaults;
    readonly language: Language;
    readonly at: number;
  },
): Promise<AuditFacts[]> => {
  const { product, defaults, language, at } = school;
  const made: AuditFacts[] = [];
  for (const { kind, name, ...measured } of firstRules) {
    const rule = await createRule(
      trx,
      {
        ...measured,
        kind,
        name: name[language],
        product,
        target: '*',
        threshold: defaults[kind],
        hours: null,
        channel: null,
        enabled: true,
      },
      at,
    );
    made.push({
      act: consoleCalls.createAlertRule.act,
      subject: String(rule.id),
      after: auditedFields(rule),
    });
  }
  return made;
};
