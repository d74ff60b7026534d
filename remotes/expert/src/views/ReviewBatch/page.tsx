import { viewLink } from '@assoc/contract'
import { NEW_BATCH, reviewBatch } from '@assoc/contract/expert/review/batch'
import { batchStatus } from '@assoc/contract/expert/review/kinds'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, resourcePage } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Items = lazy(() => import('./Items').then((m) => ({ default: m.Items })))
const Trial = lazy(() => import('./Trial').then((m) => ({ default: m.Trial })))
const Works = lazy(() => import('./Works').then((m) => ({ default: m.Works })))

/** Works that are handed in by themselves stand beside the batches that review them. */
function WorksButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>送审件</Button>
      {open ? (
        <Suspense fallback={null}>
          <Works onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Rounds of scoring, with the rules by which each is counted. */
export default resourcePage({
  name: 'expert/ReviewBatch',
  title: '评审批次',
  resource: reviewBatch,
  keywordHint: '批次名称',
  columns: [
    { field: 'batchName', width: 240 },
    { field: 'reviewKind', width: 110 },
    { field: 'reviewStage', width: 80 },
    { field: 'itemCount', width: 70 },
    { field: 'acceptedCount', width: 80 },
    { field: 'waitingCount', width: 80 },
    { field: 'startTime', width: 155, sortable: true },
    { field: 'endTime', width: 155, sortable: true },
    { field: 'expertsPerItem', width: 100 },
    { field: 'frozenTime', width: 155, hidden: true },
    { field: 'staleTime', width: 155, hidden: true },
    { field: 'batchStatus', width: 90, title: '状态', tag: batchStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  initial: { reviewKind: 'work', ...NEW_BATCH },
  fields: {
    dimensions: { span: 2, help: '权重合计须为 100；得分相同时按并列比较顺序逐个比较维度均分，不填的不比较' },
    leastValid: { help: '有效评分不足时为待补评' },
    spreadLimit: { help: '同一件的最高分与最低分相差超过此值须复议' },
    trimRule: { help: '有效评分不少于 5 份时才去极值' },
    normalisation: { help: '只归一评分不少于 5 份的专家' },
    cutValue: { help: '取前若干名时填名次，达到分数时填分数' },
    blindFlag: { help: '专家看不到作者、单位和原文件名' },
    loadLimit: { help: '不含校准件' },
    remark: { span: 2 },
  },
  toolbar: () => <WorksButton />,
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row, tools) => [
        { key: 'items', label: '评审对象', onClick: () => tools.show('items', row) },
        ...(row.batchStatus !== 'draft' && session().has('review:assign:read') ? [{ key: 'assign', label: '分配', onClick: () => void navigate(viewLink('expert/ReviewAssign', { batchId: row.batchId })) }] : []),
        ...(row.frozenTime === null && session().has('review:batch:update') ? [{ key: 'trial', label: '试算', last: true, onClick: () => tools.show('trial', row) }] : []),
      ],
    }
  },
  dialogs: { items: Items, trial: Trial },
  texts: {
    submit: '提交后可以分配专家，评审对象仍可增减。',
    begin: '开始后计分规则不能再修改，评审对象不能增减。',
    end: '截止后专家不能再评分，未提交的记为超时未评。',
    delete: '评审对象不会被删除。',
  },
})
