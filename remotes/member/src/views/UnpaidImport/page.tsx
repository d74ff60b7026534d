import { billStatus } from '@assoc/contract/fee/bill'
import { unpaidImport } from '@assoc/contract/fee/unpaid-import'
import { resourcePage } from '@assoc/ui'
import { searchOf } from '../../fee/search'

/** Arrears of years before this console kept the bills, and the bills that came of them. */
export default resourcePage({
  name: 'member/UnpaidImport',
  title: '欠费导入',
  resource: unpaidImport,
  search: searchOf(unpaidImport, '编号、公司或代码'),
  columns: [
    { field: 'memberName', width: 230 },
    { field: 'memberNo', width: 120 },
    { field: 'importYear', width: 85, sortable: true, align: 'left' },
    { field: 'importAmount', width: 140, sortable: true },
    { field: 'unpaidAmount', width: 130 },
    { field: 'billStatus', width: 105, tag: billStatus },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'billNo', width: 165, hidden: true },
    { field: 'stockCode', width: 90, hidden: true },
    { field: 'creditCode', width: 190, hidden: true },
    { field: 'operator', width: 90, hidden: true },
    { field: 'remark', width: 160, hidden: true },
  ],
  fields: {
    creditCode: { help: '优先按信用代码找会员，其次会员编号、证券代码，至少填一项' },
    companyName: { help: '须与会员的公司全称一致' },
    importYear: { help: '本年度以前的年度；写入后生成该年度账单，有误的在账单中作废' },
  },
  detail: ['memberName', 'memberNo', 'companyName', 'stockCode', 'creditCode', 'importYear', 'importAmount', 'unpaidAmount', 'billNo', 'billStatus', 'remark', 'operator', 'createTime'],
})
