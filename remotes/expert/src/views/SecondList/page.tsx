import { viewLink } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { useNavigate } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { BY_OTHERS, COLUMNS, inDetail, TEXTS } from '../../declaration/list'
import { OF_PART } from '../../declaration/console-part'

/** Declarations of a local association's jurisdiction, for the first review. */
export default resourcePage({
  name: 'expert/SecondList',
  title: '辖区申报列表',
  resource: declaration,
  keywordHint: '申报编号、姓名、公司名称或代码',
  columns: COLUMNS,
  create: false,
  ownFilters: ['range'],
  steps: { hide: [...BY_OTHERS, 'submit', 'withdraw', 'resume', 'passSecond', 'returnSecond', 'disqualify'] },
  review: ['accept', 'passFirst', 'returnFirst'],
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row) => [
        { key: 'detail', label: '详情页', onClick: () => navigate(viewLink('expert/DirectorDetail', { declareId: row.declareId, ofPart: OF_PART.local })) },
        { key: 'scheme', label: '方案进度', onClick: () => navigate(viewLink('expert/ManageDetails', { schemeId: row.schemeId, ofPart: OF_PART.local })) },
      ],
    }
  },
  texts: TEXTS,
  detailWidth: 1080,
  inDetail: (row, tools) => inDetail(row, tools.reload),
  emptyText: '辖区内还没有申报',
})
