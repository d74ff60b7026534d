import { viewLink } from '@assoc/contract'
import { industry } from '@assoc/contract/member/industry'
import { Link } from '@assoc/router'
import { resourcePage, type RowOfResource } from '@assoc/ui'

const FILTER: Partial<Record<string, string>> = { capco: 'csrcIndustry', sw2021: 'swIndustry' }

/** The number of companies, with the way to them. */
function companies({ scheme, industryCode, companyCount }: RowOfResource<typeof industry>) {
  const filter = FILTER[scheme]
  return filter && companyCount > 0 ? <Link to={viewLink('member/CompanyList', { [filter]: industryCode })}>{companyCount.toLocaleString('zh-CN')}</Link> : companyCount
}

/** Industries of the classifications that companies are counted by. */
export default resourcePage({
  name: 'member/IndustryDict',
  title: '行业字典',
  resource: industry,
  keywordHint: '代码或名称',
  columns: [
    { field: 'industryCode', width: 130, sortable: true },
    { field: 'industryName', width: 250, sortable: true, editable: true },
    { field: 'scheme', width: 170 },
    { field: 'parentCode', width: 110 },
    { field: 'companyCount', width: 100, render: companies, text: (row) => String(row.companyCount) },
    { field: 'remark', width: 120 },
  ],
  initial: { scheme: 'capco' },
  fields: { industryCode: { help: '中上协分类为门类 A 至 S 加两位大类，例如 C39；申万为 6 位数字，例如 270104' }, parentCode: { help: '可以不填，按代码确定；上级须已在同一分类体系中' } },
  texts: { delete: '下面还有行业，或已有公司属于它时，不能删除。' },
})
