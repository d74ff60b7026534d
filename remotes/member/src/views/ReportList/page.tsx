import { companyReport } from '@assoc/contract/member/company-report'
import { resourcePage } from '@assoc/ui'
import { COLUMNS } from '../../report/columns'
import { DETAIL, FigureList, figuresField } from '../../report/figures'

/** Reports that companies hand in. */
export default resourcePage({
  name: 'member/ReportList',
  title: '报告列表',
  resource: companyReport,
  keywordHint: '标题、公司名称或代码',
  columns: COLUMNS,
  fields: { indicatorValues: figuresField, publishDate: { help: '留空则记为审核通过的当天' } },
  detail: DETAIL,
  inDetail: ({ indicatorValues }) => <FigureList values={indicatorValues} />,
  texts: { submit: '提交后由审核人审核，审核期间不能修改。', withdraw: '下架后不再展示，文件仍然保留。', delete: '删除后不能恢复。' },
})
