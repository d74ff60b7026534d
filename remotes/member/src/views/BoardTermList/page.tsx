import { boardTerm, boardTermStatus } from '@assoc/contract/member/board-term'
import { resourcePage } from '@assoc/ui'

/** Terms of office of the council, the newest first. */
export default resourcePage({
  name: 'member/BoardTermList',
  title: '理事会届次',
  resource: boardTerm,
  columns: [
    { field: 'termName', width: 180 },
    { field: 'termNo', width: 90, sortable: true },
    { field: 'boardTermStatus', width: 100, tag: boardTermStatus },
    { field: 'termStart', width: 120, sortable: true },
    { field: 'termEnd', width: 120 },
    { field: 'daysLeft', width: 120, render: ({ daysLeft }) => (daysLeft === null ? '—' : daysLeft < 0 ? `已过 ${-daysLeft}` : daysLeft), text: ({ daysLeft }) => (daysLeft === null ? '' : String(daysLeft)) },
    { field: 'memberCount', width: 100 },
    { field: 'remark', width: 240 },
  ],
  fields: { termNo: { placeholder: '例如 4' }, termName: { placeholder: '例如 第四届理事会' }, termEnd: { help: '届满前 90、30、7 天会提醒' }, remark: { span: 2 } },
  nameOf: (row) => row.termName,
  detail: ['termName', 'termNo', 'boardTermStatus', 'termStart', 'termEnd', 'daysLeft', 'memberCount', 'remark'],
  texts: {
    begin: '到任后该届次为在届。同一时间只有一个在届的届次，上一届须先办理届满。',
    end: '届满后不能再改回在届；会员资料中的届次保留。',
    delete: '删除后不能恢复。已有会员使用的届次不能删除。',
  },
})
