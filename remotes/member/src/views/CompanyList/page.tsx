import { companyResource, listStatus, nameState } from '@assoc/contract/member/company'
import { Link } from '@assoc/router'
import { viewLink } from '@assoc/contract'
import { resourcePage } from '@assoc/ui'
import { industryText } from '../../company/industry'
import { sharesText } from '../../lib/shares'
import { InUse, reshapeActions, reshapeDialogs } from './dialogs'
import { FinishedExport } from './FinishedExport'
import { StockListImport } from './StockListImport'
import { useChoices } from './use-choices'

/** The full name, or that it is still to be added. */
const fullNameText = (c: { companyName: string; nameState: keyof typeof nameState.labels }) => (c.nameState === 'pending' ? `${c.companyName}（${nameState.labels.pending}）` : c.companyName)

/** The register of companies. */
export default resourcePage({
  name: 'member/CompanyList',
  title: '公司管理',
  resource: companyResource,
  columns: [
    { field: 'shortName', width: 140, sortable: true },
    { field: 'stockCode', width: 108, sortable: true },
    { field: 'listStatus', width: 108, tag: listStatus },
    { field: 'companyName', width: 250, render: fullNameText, text: fullNameText },
    { field: 'companyType', width: 120 },
    { field: 'board', width: 84 },
    { field: 'jurisdiction', width: 116 },
    { field: 'csrcIndustry', width: 200, render: (c) => industryText(c.csrcIndustry, c.csrcIndustryName), text: (c) => industryText(c.csrcIndustry, c.csrcIndustryName) },
    { field: 'swIndustry', width: 150, render: (c) => industryText(c.swIndustry, c.swIndustryName), text: (c) => industryText(c.swIndustry, c.swIndustryName) },
    { field: 'listDate', width: 116, sortable: true },
    { field: 'totalShares', width: 140, align: 'right', render: (c) => sharesText(c.totalShares) },
    { field: 'legalRep', width: 110 },
    { field: 'companyPhone', width: 140 },
    { field: 'companyEmail', width: 190 },
    { field: 'officeAddress', width: 220 },
    { field: 'regAddress', width: 220, hidden: true },
    { field: 'controllerType', width: 140 },
    { field: 'creditCode', width: 190, hidden: true },
    { field: 'updateTime', width: 160, sortable: true },
  ],
  usePage: useChoices,
  initial: { companyType: 'listed' },
  defaultSort: { field: 'updateTime', order: 'desc' },
  openNew: true,
  actions: (company, tools) => reshapeActions((kind) => tools.show(kind, company)),
  dialogs: { ...reshapeDialogs, inUse: InUse },
  inUse: 'inUse',
  inDetail: ({ companyId }) => <Link to={viewLink('member/CompanyDetail', { companyId })}>公司全貌</Link>,
  toolbar: ({ reload }) => <StockListImport onWritten={() => void reload()} />,
  above: () => <FinishedExport />,
  question: ({ shortName, listStatus: from }, verb) => listStatus.find(verb, from) && `「${shortName}」的上市状态将由「${listStatus.labels[from]}」变为「${listStatus.labels[listStatus.find(verb, from)?.to ?? from]}」。`,
  texts: { delete: '删除后不再出现在列表和搜索中，证券代码和统一社会信用代码可以重新登记。还有会员、在任联系人等记录的公司不能删除。此操作会记入日志。' },
  visibleActions: 1,
})
