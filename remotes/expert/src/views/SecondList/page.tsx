import { declaration } from '@assoc/contract/expert/declaration'
import { resourcePage } from '@assoc/ui'
import { BY_OTHERS, COLUMNS, inDetail, TEXTS } from '../../declaration/list'

/** Declarations of a local association's jurisdiction, for the first review. */
export default resourcePage({
  name: 'expert/SecondList',
  title: '辖区申报列表',
  resource: declaration,
  keywordHint: '申报编号、姓名、公司名称或代码',
  columns: COLUMNS,
  create: false,
  steps: { hide: [...BY_OTHERS, 'submit', 'withdraw', 'resume', 'passSecond', 'returnSecond', 'disqualify'] },
  review: ['accept', 'passFirst', 'returnFirst'],
  texts: TEXTS,
  detailWidth: 1080,
  inDetail: (row, tools) => inDetail(row, tools.reload),
  emptyText: '辖区内还没有申报',
})
