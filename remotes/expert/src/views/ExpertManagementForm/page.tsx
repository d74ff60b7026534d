import { viewLink } from '@assoc/contract'
import { expertStatement } from '@assoc/contract/expert/statement'
import { answerStatus } from '@assoc/contract/form/answer'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, resourcePage } from '@assoc/ui'
import { lazy } from 'react'

const Changes = lazy(() => import('./Changes').then((m) => ({ default: m.Changes })))
const Start = lazy(() => import('./Start').then((m) => ({ default: m.Start })))

/** What experts state of themselves each year; approved by somebody else, it is written to the pool. */
export default resourcePage({
  name: 'expert/ExpertManagementForm',
  title: '专家管理表单',
  resource: expertStatement,
  keywordHint: '编号、姓名、拼音首字母或单位',
  columns: [
    { field: 'expertNo', width: 110 },
    { field: 'name', width: 110 },
    { field: 'answerStatus', width: 100, title: '状态', tag: answerStatus },
    { field: 'unit', width: 180 },
    { field: 'statementYear', width: 90, sortable: true },
    { field: 'endTime', width: 160 },
    { field: 'submitTime', width: 160 },
    { field: 'appliedTime', width: 160 },
  ],
  detail: ['expertNo', 'name', 'unit', 'statementYear', 'answerStatus', 'endTime', 'submitTime', 'appliedTime'],
  createBy: { label: '发起年度申报', may: () => session().has('expert:pool:update'), dialog: Start },
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    return {
      actions: (row, tools) => [
        ...(me.has('form:answer:read') ? [{ key: 'answer', label: row.answerStatus === 'submitted' && me.has('form:answer:audit') ? '审核' : '查看申报', onClick: () => void navigate(viewLink('expert/FormAuth', { record: row.answerId })) }] : []),
        ...(row.answerStatus === 'submitted' || row.answerStatus === 'certified' ? [{ key: 'changes', label: '与专家库比较', onClick: () => tools.show('changes', row) }] : []),
      ],
    }
  },
  dialogs: { changes: Changes },
  toolbar: () => <ToExperts />,
  emptyText: '还没有发起年度申报',
})

/** The register that is written to. */
function ToExperts() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate(viewLink('expert/ExpertManage'))}>专家管理</Button>
}
