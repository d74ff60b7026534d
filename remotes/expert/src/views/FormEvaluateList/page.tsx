import { viewLink } from '@assoc/contract'
import { formRound, NEW_ROUND, roundStatus } from '@assoc/contract/form/round'
import { subjectKind } from '@assoc/contract/form/respondents'
import { useNavigate, useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage, Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { ROUND_FIELDS } from '../FormList/round-fields'

const Evaluation = lazy(() => import('./Evaluation'))

/** Rounds in which somebody is evaluated: directors by each other, the association by its members. */
const Evaluations = resourcePage({
  name: 'expert/FormEvaluateList',
  title: '评价列表',
  resource: formRound,
  fixed: { evaluation: true },
  ownFilters: ['evaluation'],
  keywordHint: '发放名称',
  columns: [
    { field: 'roundName', width: 220 },
    { field: 'formName', width: 180 },
    { field: 'subjectKind', width: 150, render: (row) => subjectKind.labels[row.subjectKind] },
    { field: 'endTime', width: 160, sortable: true },
    { field: 'taskCount', width: 80 },
    { field: 'submittedCount', width: 80 },
    { field: 'missingCount', width: 80 },
    { field: 'anonymousFlag', width: 90 },
    { field: 'startTime', width: 160, sortable: true, hidden: true },
    { field: 'roundStatus', width: 100, title: '状态', tag: roundStatus },
  ],
  initial: { ...NEW_ROUND, respondentKind: 'directors', subjectKind: 'peers', anonymousFlag: true },
  fields: ROUND_FIELDS,
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    const go = (evaluation: string, part: string) => void navigate(viewLink('expert/FormEvaluateList', { evaluation, part }))
    return {
      actions: (row) => [
        { key: 'matrix', label: '评价矩阵', onClick: () => go(row.roundId, 'matrix') },
        ...(row.roundStatus !== 'draft' && row.roundStatus !== 'waiting'
          ? [
              ...(me.has('form:answer:read') ? [{ key: 'results', label: '结果', onClick: () => go(row.roundId, 'results') }] : []),
              { key: 'progress', label: '进度与催报', last: true, onClick: () => void navigate(viewLink('expert/FormList', { progress: row.roundId })) },
            ]
          : []),
      ],
    }
  },
  texts: {
    release: '下发后按开始时间自动开始，评价人和评价对象以开始时为准，不评价自己。',
    begin: '立即开始评价，评价人和评价对象现在确定。',
    end: '结束后不能再评价和提交，已提交的内容保留。',
    archive: '归档后不能再重新开放。匿名评价不足 5 份的，内容随归档删除。',
    delete: '删除后不能恢复。',
  },
  emptyText: '还没有评价，先在表单模板中发布一个评分表',
})

/** The evaluations, or the matrix and the results of one of them at an address of its own. */
export default function FormEvaluateList() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const evaluation = params.get('evaluation')
  if (!evaluation) return <Evaluations />
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <Evaluation
        key={evaluation}
        roundId={evaluation}
        part={params.get('part') === 'results' ? 'results' : 'matrix'}
        onPart={(part) => setParams({ evaluation, part }, { replace: true })}
        onLeave={() => void navigate(viewLink('expert/FormEvaluateList'))}
      />
    </Suspense>
  )
}
