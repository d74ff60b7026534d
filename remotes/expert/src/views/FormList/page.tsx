import { viewLink } from '@assoc/contract'
import { MISSING_STATUSES } from '@assoc/contract/form/statuses'
import { formRound, NEW_ROUND, roundStatus } from '@assoc/contract/form/round'
import { Link, useNavigate, useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage, Skeleton, type RowOfResource } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { ROUND_FIELDS } from './round-fields'

const ExportAnswers = lazy(() => import('../../answers/ExportAnswers').then((m) => ({ default: m.ExportAnswers })))
const AddRespondents = lazy(() => import('./AddRespondents').then((m) => ({ default: m.AddRespondents })))
const Move = lazy(() => import('./Move').then((m) => ({ default: m.Move })))
const Progress = lazy(() => import('./Progress'))
const Remind = lazy(() => import('./Remind').then((m) => ({ default: m.Remind })))
const Respondents = lazy(() => import('./Respondents').then((m) => ({ default: m.Respondents })))
const Quotas = lazy(() => import('./Quotas').then((m) => ({ default: m.Quotas })))

const Returns = lazy(() => import('./Returns').then((m) => ({ default: m.Returns })))

/** A figure of a round that leads to the answers which it counts. */
function Answers({ row, count, of }: { row: RowOfResource<typeof formRound>; count: number; of: readonly string[] }) {
  if (count === 0 || !session().has('form:answer:read')) return count
  return <Link to={viewLink('expert/FormAuth', { roundId: row.roundId, answerStatus: of.join(',') })}>{count.toLocaleString('zh-CN')}</Link>
}

/** Forms that were sent round: to whom, until when, and how many have answered. */
const Rounds = resourcePage({
  name: 'expert/FormList',
  title: '表单列表',
  resource: formRound,
  keywordHint: '发放名称',
  ownFilters: ['evaluation'],
  columns: [
    { field: 'roundName', width: 220 },
    { field: 'formName', width: 180 },
    { field: 'endTime', width: 160, sortable: true },
    { field: 'taskCount', width: 80, render: (row) => <Answers row={row} count={row.taskCount} of={['empty', 'draft', 'returned', 'submitted', 'certified']} /> },
    { field: 'submittedCount', width: 80, render: (row) => <Answers row={row} count={row.submittedCount} of={['submitted', 'certified']} /> },
    { field: 'missingCount', width: 80, render: (row) => <Answers row={row} count={row.missingCount} of={MISSING_STATUSES} /> },
    { field: 'certifiedCount', width: 90, render: (row) => <Answers row={row} count={row.certifiedCount} of={['certified']} /> },
    { field: 'startTime', width: 160, sortable: true },
    { field: 'versionNo', width: 80 },
    { field: 'anonymousFlag', width: 90 },
    { field: 'roundStatus', width: 100, title: '状态', tag: roundStatus },
  ],
  initial: NEW_ROUND,
  fields: ROUND_FIELDS,
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    return {
      actions: (row, tools) => [
        ...(row.roundStatus !== 'draft' && me.has('form:answer:read') ? [{ key: 'answers', label: '填报情况', onClick: () => void navigate(viewLink('expert/FormAuth', { roundId: row.roundId })) }] : []),
        ...(row.roundStatus !== 'draft' && row.roundStatus !== 'waiting' ? [{ key: 'progress', label: '进度', onClick: () => void navigate(viewLink('expert/FormList', { progress: row.roundId })) }] : []),
        ...(row.roundStatus !== 'draft' && row.roundStatus !== 'waiting' && me.has('form:answer:read')
          ? [
              { key: 'statistics', label: '统计', last: true, onClick: () => void navigate(viewLink('expert/QuestionStat', { roundId: row.roundId })) },
              { key: 'exportAnswers', label: '导出填报', last: true, onClick: () => tools.show('exportAnswers', row) },
            ]
          : []),
        ...(row.roundStatus === 'filling' && row.missingCount > 0 && me.has('form:round:run') ? [{ key: 'remind', label: '催报', onClick: () => tools.show('remind', row) }] : []),
        { key: 'respondents', label: '填报对象', last: true, onClick: () => tools.show('respondents', row) },
        ...(['filling', 'paused'].includes(row.roundStatus) && me.has('form:round:run') ? [{ key: 'add', label: '补发', last: true, onClick: () => tools.show('add', row) }] : []),
        ...(!row.anonymousFlag && ['filling', 'paused'].includes(row.roundStatus) && me.has('form:round:run') ? [{ key: 'move', label: '换用新版本', last: true, onClick: () => tools.show('move', row) }] : []),
        ...(!row.anonymousFlag && !['ended', 'archived'].includes(row.roundStatus) && me.has('form:round:update') ? [{ key: 'quotas', label: '选项名额', last: true, onClick: () => tools.show('quotas', row) }] : []),
        ...(!row.anonymousFlag && row.roundStatus === 'filling' && me.has('form:round:run') ? [{ key: 'returns', label: '上传填报表', last: true, onClick: () => tools.show('returns', row) }] : []),
      ],
    }
  },
  dialogs: { add: AddRespondents, exportAnswers: ExportAnswers, move: Move, quotas: Quotas, returns: Returns, remind: Remind, respondents: Respondents },
  texts: {
    release: '下发后按开始时间自动开始填报，填报对象以开始时为准。',
    begin: '立即开始填报，填报对象现在确定。',
    end: '结束后不能再填报和提交，已提交的内容保留。',
    archive: '归档后不能再重新开放。匿名填报不足 5 份的，内容随归档删除。',
    delete: '删除后不能恢复。',
  },
  emptyText: '还没有发放，先在表单模板中发布一个表单',
})

/** The rounds, or how far one of them is, at an address of its own. */
export default function FormList() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const progress = params.get('progress')
  if (!progress) return <Rounds />
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <Progress key={progress} roundId={progress} onLeave={() => void navigate(viewLink('expert/FormList'))} />
    </Suspense>
  )
}
