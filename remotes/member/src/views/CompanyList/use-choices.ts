import { board, companyType, jurisdiction, listStatus, MAX_STOCK_CODES, nameState, vacantPost } from '@assoc/contract/member/company'
import type { FormField, SearchField } from '@assoc/ui'
import { useIndustries } from '../../company/industry'

/** Search and form of the register; industries are asked of the server. */
export function useChoices() {
  const [capco, shenwan] = [useIndustries('capco') ?? [], useIndustries('sw2021') ?? []]
  const search: SearchField[] = [
    { kind: 'text', name: 'keyword', label: '公司', placeholder: '代码、名称、拼音首字母或人名' },
    { kind: 'select', name: 'listStatus', label: '上市状态', options: listStatus.options },
    { kind: 'select', name: 'board', label: '板块', options: board.options },
    { kind: 'select', name: 'jurisdiction', label: '辖区', options: jurisdiction.options },
    { kind: 'select', name: 'companyType', label: '公司类型', options: companyType.options },
    { kind: 'select', name: 'csrcIndustry', label: '所属行业', options: capco },
    { kind: 'select', name: 'swIndustry', label: '申万行业', options: shenwan },
    { kind: 'list', name: 'stockCodes', label: '证券代码', placeholder: `可粘贴 Excel 的一列，最多 ${MAX_STOCK_CODES} 个` },
    { kind: 'select', name: 'nameState', label: '全称状态', options: nameState.options },
    { kind: 'select', name: 'vacancy', label: '岗位空缺', options: vacantPost.options },
    { kind: 'dates', name: 'listDateFrom', to: 'listDateTo', label: '上市日期' },
  ]
  const fields: Record<string, Partial<FormField>> = {
    companyName: { span: 2 },
    stockCode: { help: '境内上市公司必填，须与板块一致' },
    board: { help: '境内上市公司必选' },
    exchange: { help: '不选时按证券代码判断' },
    stockCodeB: { help: '有B股的公司填写，900 或 200 开头' },
    listDate: { help: '境内上市公司必填' },
    creditCode: { placeholder: '18 位' },
    totalShares: { placeholder: '例如 80000.5' },
    csrcIndustry: { kind: 'select', options: capco },
    swIndustry: { kind: 'select', options: shenwan, help: '尽量选到三级行业；没有的可在行业字典中新增或导入' },
    deptId: { help: '不选时归您所在的部门', span: 1 },
  }
  return { search, fields }
}
