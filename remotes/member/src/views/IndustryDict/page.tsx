import { industry } from '@assoc/contract/member/industry'
import { resourcePage } from '@assoc/ui/data'

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
    { field: 'companyCount', width: 100 },
    { field: 'remark', width: 120 },
  ],
  initial: { scheme: 'capco' },
  fields: { industryCode: { help: '中上协分类为门类 A 至 S 加两位大类，例如 C39；申万为 6 位数字' }, parentCode: { help: '须是同一分类体系中已有的代码' } },
  texts: { delete: '下面还有行业，或已有公司属于它时，不能删除。' },
})
