import { itemOf, shapeOf, viewLink, type ResponseOf } from '@assoc/contract'
import { answerStatus } from '@assoc/contract/form/answer'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { useNavigate, useSearchParams } from '@assoc/router'
import { ListPage, RowActions, Skeleton, StatusTag, Tag, useResourceList } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'

type Row = ResponseOf<typeof selectOwnFormTasks>['items'][number]

const ROW = itemOf(shapeOf(selectOwnFormTasks.response)?.['items'] as z.ZodType) as z.ZodType
const FillPage = lazy(() => import('./FillPage').then((m) => ({ default: m.FillPage })))
const TASK = 'task'

export interface TaskListProps {
  view: 'expert/QuestionnaireTodo' | 'expert/QuestionnaireList' | 'expert/MyEvaluateList'
  title: string
  part?: 'open'
  /** Those alone that are about somebody. */
  evaluation?: true
  emptyText: string
}

/** Forms that the person or one of their companies is asked to fill in; one of them at an address of its own. */
export function TaskList(props: TaskListProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const task = params.get(TASK)
  if (!task) return <Tasks {...props} />
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <FillPage key={task} taskId={task} onLeave={() => void navigate(viewLink(props.view))} />
    </Suspense>
  )
}

/** Of an anonymous form it is known that somebody has taken part, and nothing else. */
function TaskStatus({ row }: { row: Row }) {
  if (!row.anonymousFlag) return <StatusTag of={answerStatus} value={row.answerStatus} />
  return <Tag color={row.answerStatus === 'submitted' ? 'green' : 'default'}>{row.answerStatus === 'submitted' ? '已参与' : '未参与'}</Tag>
}

function Tasks({ view, title, part, evaluation, emptyText }: TaskListProps) {
  const navigate = useNavigate()
  const list = useResourceList({ call: selectOwnFormTasks, idOf: (row) => row.taskId, filters: part ? [] : ['part'], sortable: ['endTime'], ...(part || evaluation ? { fixed: { ...(part ? { part } : {}), ...(evaluation ? { evaluation } : {}) } } : {}) })
  const status = { field: 'answerStatus', width: 100, title: '状态', render: (row: Row) => <TaskStatus row={row} /> } as const
  const open = (row: Row) => void navigate(viewLink(view, { [TASK]: row.taskId }))
  return (
    <ListPage
      name={view}
      title={title}
      list={list}
      row={ROW}
      search={part ? [] : [{ kind: 'select', name: 'part', label: '范围', options: [{ value: 'open', label: '待填报' }, { value: 'done', label: '已完成' }] }]}
      columns={[
        ...(evaluation ? [{ field: 'subjectName', width: 180 } as const, status] : []),
        { field: 'roundName', width: 240 },
        { field: 'formKind', width: 100 },
        { field: 'companyName', width: 180 },
        ...(evaluation ? [] : ([{ field: 'subjectName', width: 140 }] as const)),
        { field: 'endTime', width: 165, sortable: true },
        { field: 'submitTime', width: 165 },
        { field: 'closed', width: 200, title: '说明' },
        ...(evaluation ? [] : [status]),
      ]}
      rowActions={(row) => <RowActions actions={[{ key: 'open', label: row.closed === null && ['empty', 'draft', 'returned'].includes(row.answerStatus) ? (evaluation ? '评价' : '填报') : '查看', onClick: () => open(row) }]} />}
      onOpen={open}
      emptyText={emptyText}
    />
  )
}
