import { viewLink } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { useNavigate } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { BY_OTHERS, COLUMNS, inDetail, TEXTS } from '../../declaration/list'
import { Toolbar } from './Toolbar'

const Undeclared = lazy(() => import('./Undeclared').then((m) => ({ default: m.Undeclared })))

/** All declarations; of one scheme also who has not begun. */
export default resourcePage({
  name: 'expert/DeclareList',
  title: '申报列表',
  resource: declaration,
  keywordHint: '申报编号、姓名、公司名称或代码',
  columns: COLUMNS,
  create: false,
  steps: { hide: [...BY_OTHERS, 'submit', 'withdraw', 'resume'] },
  review: false,
  texts: TEXTS,
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row) => [
        { key: 'detail', label: '详情页', onClick: () => navigate(viewLink('expert/DirectorDetail', { declareId: row.declareId })) },
        { key: 'scheme', label: '方案进度', onClick: () => navigate(viewLink('expert/ManageDetails', { schemeId: row.schemeId })) },
      ],
    }
  },
  toolbar: (tools) => <Toolbar tools={tools} />,
  above: ({ list }) => {
    const schemeId = list.store.query.filters['schemeId']
    return typeof schemeId === 'string' && schemeId ? (
      <Suspense fallback={null}>
        <Undeclared key={schemeId} schemeId={schemeId} />
      </Suspense>
    ) : null
  },
  detailWidth: 1080,
  inDetail: (row, tools) => inDetail(row, tools.reload),
  emptyText: '还没有申报',
})
