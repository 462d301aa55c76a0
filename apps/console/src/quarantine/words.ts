/** The words of the records in quarantine. */
import type { QuarantinedRecord } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const en = {
  title: 'Quarantine',
  lead: 'Reported records that could not be stored because of their content. They count in no chart and are deleted after 30 days. Each one is a fault in the software: please report its reason.',
  total: (count: string) => `${count} in quarantine`,
  at: 'Quarantined',
  kind: 'Kind',
  kinds: { event: 'Usage event', report: 'Monitoring report', unreadable: 'Unreadable' } satisfies Record<
    QuarantinedRecord['kind'],
    string
  >,
  product: 'Product',
  key: 'Key',
  reason: 'Reason',
  record: 'Record',
  show: 'Show as JSON',
  none: 'Nothing in quarantine',
  noneHow: 'Everything that was reported could be stored.',
};

export const quarantineWords: Translations<typeof en> = {
  'zh-CN': {
    title: '隔离记录',
    lead: '因内容无法入库的上报记录。它们不计入任何图表，30 天后自动删除。每一条都说明软件有缺陷，请把原因反馈给开发者。',
    total: count => `共隔离 ${count} 条`,
    at: '隔离时间',
    kind: '类型',
    kinds: { event: '使用事件', report: '监控上报', unreadable: '无法解析' },
    product: '产品',
    key: '标识',
    reason: '原因',
    record: '记录',
    show: '查看 JSON',
    none: '没有被隔离的记录',
    noneHow: '上报的数据都已正常入库。',
  },
  en,
};
