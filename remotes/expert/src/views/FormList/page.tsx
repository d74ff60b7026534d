import { viewLink } from '@assoc/contract'
import { findFormAccounts, formRound, NEW_ROUND, roundStatus } from '@assoc/contract/form/round'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { PeopleSelect, resourcePage } from '@assoc/ui'
import { lazy } from 'react'

const ExportAnswers = lazy(() => import('../../answers/ExportAnswers').then((m) => ({ default: m.ExportAnswers })))
const AddRespondents = lazy(() => import('./AddRespondents').then((m) => ({ default: m.AddRespondents })))
const Move = lazy(() => import('./Move').then((m) => ({ default: m.Move })))
const Quotas = lazy(() => import('./Quotas').then((m) => ({ default: m.Quotas })))

async function findAccounts(keyword: string) {
  return (await api(findFormAccounts, { keyword })).map(({ userId, realName, loginName }) => ({ userId, realName, deptName: null, note: loginName }))
}

/** Forms that were sent round: to whom, until when, and how many have answered. */
export default resourcePage({
  name: 'expert/FormList',
  title: '表单列表',
  resource: formRound,
  keywordHint: '发放名称',
  columns: [
    { field: 'roundName', width: 220 },
    { field: 'formName', width: 180 },
    { field: 'endTime', width: 160, sortable: true },
    { field: 'taskCount', width: 80 },
    { field: 'submittedCount', width: 80 },
    { field: 'missingCount', width: 80 },
    { field: 'certifiedCount', width: 90 },
    { field: 'startTime', width: 160, sortable: true },
    { field: 'versionNo', width: 80 },
    { field: 'roundStatus', width: 100, title: '状态', tag: roundStatus },
  ],
  initial: NEW_ROUND,
  fields: {
    versionNo: { help: '不填时使用最新版本' },
    graceMinutes: { help: '截止后仍接收已在路上的提交' },
    correctionDays: { help: '截止后这些天内，已提交的可以说明原因后更正' },
    returnScope: { help: '逐题退回时有效' },
    userIds: { kind: 'own', span: 2, render: <PeopleSelect multiple placeholder="输入姓名或账号查找" search={findAccounts} /> },
  },
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    return {
      actions: (row, tools) => [
        ...(row.roundStatus !== 'draft' && me.has('form:answer:read') ? [{ key: 'answers', label: '填报情况', onClick: () => void navigate(viewLink('expert/FormAuth', { roundId: row.roundId })) }] : []),
        ...(row.roundStatus !== 'draft' && row.roundStatus !== 'waiting' && me.has('form:answer:read')
          ? [
              { key: 'statistics', label: '统计', last: true, onClick: () => void navigate(viewLink('expert/QuestionStat', { roundId: row.roundId })) },
              { key: 'exportAnswers', label: '导出填报', last: true, onClick: () => tools.show('exportAnswers', row) },
            ]
          : []),
        ...(['filling', 'paused'].includes(row.roundStatus) && me.has('form:round:run') ? [{ key: 'add', label: '补发', last: true, onClick: () => tools.show('add', row) }] : []),
        ...(['filling', 'paused'].includes(row.roundStatus) && me.has('form:round:run') ? [{ key: 'move', label: '换用新版本', last: true, onClick: () => tools.show('move', row) }] : []),
        ...(!['ended', 'archived'].includes(row.roundStatus) && me.has('form:round:update') ? [{ key: 'quotas', label: '选项名额', last: true, onClick: () => tools.show('quotas', row) }] : []),
      ],
    }
  },
  dialogs: { add: AddRespondents, exportAnswers: ExportAnswers, move: Move, quotas: Quotas },
  texts: {
    release: '下发后按开始时间自动开始填报，填报对象以开始时为准。',
    begin: '立即开始填报，填报对象现在确定。',
    end: '结束后不能再填报和提交，已提交的内容保留。',
    archive: '归档后不能再重新开放。',
    delete: '删除后不能恢复。',
  },
  emptyText: '还没有发放，先在表单模板中发布一个表单',
})
