/** The words of the choice of a product. */
import type { Translations } from '../translations.ts';

const en = {
  product: 'Product',
  find: 'Type the first letters',
  all: 'All products',
  several: 'several products',
  otherRule:
    '“other” counts new products beyond 20 an hour, which come up where ROLLCALL_PRODUCTS does not name the products.',
};

export const productWords: Translations<typeof en> = {
  'zh-CN': {
    product: '产品',
    find: '输入开头几个字符查找',
    all: '全部产品',
    several: '多个产品合计',
    otherRule: '未用 ROLLCALL_PRODUCTS 列明产品时，每小时最多区分 20 个新产品，其余计入“other”。',
  },
  en,
};
