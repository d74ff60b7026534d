import { viewLink } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { useNavigate } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { BY_OTHERS, COLUMNS, inDetail, TEXTS } from '../../declaration/list'
import { OF_PART } from '../../declaration/console-part'

/** What waits for the association: the second review, and the first one where a jurisdiction has no local association. */
export default resourcePage({
  name: 'expert/DeclareAudit',
  title: '申报审核',
  resource: declaration,
  keywordHint: '申报编号、姓名、公司名称或代码',
  columns: [...COLUMNS, { field: 'localFlag', width: 110, hidden: true }],
  create: false,
  defaultFilters: { range: 'waiting' },
  steps: { hide: [...BY_OTHERS, 'submit', 'withdraw', 'resume'] },
  review: ['accept', 'passFirst', 'returnFirst', 'passSecond', 'returnSecond'],
  usePage: () => {
    const navigate = useNavigate()
    return { actions: (row) => (row.declareStatus === 'rechecking' ? [{ key: 'certify', label: '认证页', onClick: () => navigate(viewLink('expert/DirectorDetail', { declareId: row.declareId, ofPart: OF_PART.form })) }] : []) }
  },
  texts: TEXTS,
  detailWidth: 1080,
  inDetail: (row, tools) => inDetail(row, tools.reload),
  emptyText: '没有待审核的申报',
})
