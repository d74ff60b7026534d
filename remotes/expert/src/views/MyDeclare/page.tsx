import { viewLink } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { useNavigate, useSearchParams } from '@assoc/router'
import { resourcePage, Skeleton, useTab } from '@assoc/ui'
import { lazy, Suspense, useEffect } from 'react'
import { COLUMNS, inDetail } from '../../declaration/list'
import { OF_PART } from '../../declaration/console-part'

const TASK = 'task'
const FillPage = lazy(() => import('../../fill/FillPage').then((m) => ({ default: m.FillPage })))
const Begin = lazy(() => import('../../declaration/Begin').then((m) => ({ default: m.Begin })))
const WITHOUT = new Set(['jurisdiction', 'updateTime'])

/** Declarations of one's own and of the companies that one acts for. */
const List = resourcePage({
  name: 'expert/MyDeclare',
  title: '我的申报',
  resource: declaration,
  keywordHint: '申报编号、姓名、公司名称或代码',
  columns: COLUMNS.filter(({ field }) => !WITHOUT.has(field as string)),
  search: [
    { kind: 'text', name: 'keyword', label: '关键字' },
    { kind: 'select', name: 'declareStatus', label: '申报状态', multiple: true, options: declaration.definition.status?.machine.options ?? [] },
  ],
  fixed: { range: 'own' },
  form: { only: ['attachments', 'selfScore'] },
  createBy: { label: '开始申报', may: () => true, dialog: Begin },
  review: false,
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row) => [
        { key: 'fill', label: row.declareStatus === 'draft' || row.declareStatus === 'returned' ? '填写申报表' : '查看申报表', onClick: () => navigate(viewLink('expert/MyDeclare', { [TASK]: row.taskId })) },
        { key: 'detail', label: '详情页', onClick: () => navigate(viewLink('expert/DirectorDetail', { declareId: row.declareId, ofPart: OF_PART.own })) },
      ],
    }
  },
  texts: {
    submit: '请先填写并提交申报表，下载 PDF 打印盖章后上传扫描件。提交时核查申报条件。',
    withdraw: '撤回后不再审核。申报截止前可以恢复，也可以重新开始申报。',
    resume: '恢复为草稿，可以修改申报表后重新提交。',
  },
  detailWidth: 1080,
  inDetail: (row, tools) => inDetail(row, tools.reload, true),
  emptyText: '还没有申报，请点击“开始申报”',
})

/** The list, or the form of one of them being filled in at an address of its own. */
export default function MyDeclare() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const task = params.get(TASK)
  const tab = useTab()
  useEffect(() => {
    if (!task) tab.setTitle('我的申报')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the form names the tab while it is filled in; the tab's handle is another object with every switch
  }, [task])
  if (!task) return <List />
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <FillPage key={task} taskId={task} onLeave={() => void navigate(viewLink('expert/MyDeclare'))} />
    </Suspense>
  )
}
