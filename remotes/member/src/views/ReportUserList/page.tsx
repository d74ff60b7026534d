import { reportType } from '@assoc/contract/member/company-report'
import { reportUser } from '@assoc/contract/member/report-user'
import { resourcePage, type RowOfResource } from '@assoc/ui'

type ReportUser = RowOfResource<typeof reportUser>

const typesText = ({ reportTypes }: ReportUser): string => reportTypes.map((type) => reportType.labels[type]).join('、')
const forceText = ({ inForce }: ReportUser): string => (inForce ? '有效' : '已截止')
const untilText = ({ validTo }: ReportUser): string => validTo ?? '长期'

/** Accounts that see and hand in reports of some companies and types alone. */
export default resourcePage({
  name: 'member/ReportUserList',
  title: '报告用户列表',
  resource: reportUser,
  nameOf: ({ realName }) => realName,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名、账号或公司' },
    { kind: 'select', name: 'reportType', label: '报告类型', options: reportType.options },
    { kind: 'select', name: 'inForce', label: '授权', options: [{ value: 'yes', label: '有效' }, { value: 'no', label: '已截止' }] },
  ],
  columns: [
    { field: 'realName', width: 100 },
    { field: 'loginName', width: 140 },
    { field: 'reportTypes', width: 220, render: typesText, text: typesText },
    { field: 'companyNames', width: 230 },
    { field: 'validTo', width: 120, sortable: true, render: untilText, text: untilText },
    { field: 'inForce', title: '授权', width: 90, render: forceText, text: forceText },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  detail: ['realName', 'loginName', 'companyNames', 'validTo', 'inForce', 'remark', 'updateTime'],
  inDetail: (row) => <p>报告类型：{typesText(row)}</p>,
  fields: {
    userId: { once: true, help: '该用户只能查看和报送以下范围内的报告，不论角色如何设置' },
    reportTypes: { kind: 'checks', options: reportType.options, span: 2 },
    validTo: { help: '留空为长期有效；截止后不能查看任何报告' },
  },
  initial: { reportTypes: [], companyIds: [] },
  texts: { delete: '删除后，该用户不再受报告范围限制，按其角色查看报告。' },
})
