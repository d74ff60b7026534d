import { declaration } from '@assoc/contract/expert/declaration'
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
