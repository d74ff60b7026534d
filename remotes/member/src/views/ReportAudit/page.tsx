import { companyReport } from '@assoc/contract/member/company-report'
import { resourcePage } from '@assoc/ui'
import { COLUMNS } from '../../report/columns'
import { DETAIL, FigureList, figuresField } from '../../report/figures'

/** Reports that wait for a decision. */
export default resourcePage({
  name: 'member/ReportAudit',
  title: '报告审核',
  resource: companyReport,
  fixed: { reportStatus: ['pending'] },
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '标题、公司名称或代码' },
    { kind: 'text', name: 'reportYear', label: '报告年度' },
  ],
  columns: COLUMNS,
  create: false,
  fields: { indicatorValues: figuresField },
  detail: DETAIL,
  inDetail: ({ indicatorValues }) => <FigureList values={indicatorValues} />,
  texts: { publish: '发布后在公司报告中展示。', sendBack: '退回后由报送人修改再提交。' },
})
