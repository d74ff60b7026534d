import { headStatus, invoiceHead } from '@assoc/contract/invoice/head'
import { resourcePage, Tag } from '@assoc/ui'
import { searchOf } from '../../fee/search'

/** To whom invoices of members are written. */
export default resourcePage({
  name: 'member/InvoiceHead',
  title: '发票抬头',
  resource: invoiceHead,
  nameOf: ({ title }) => title,
  search: searchOf(invoiceHead, '抬头、税号、编号或公司'),
  columns: [
    { field: 'title', width: 250, render: (row) => <>{row.title} {row.isDefault ? <Tag>默认</Tag> : null}</>, text: (row) => row.title },
    { field: 'memberNo', width: 120 },
    { field: 'headType', width: 130, hidden: true },
    { field: 'taxNo', width: 190 },
    { field: 'headStatus', width: 90, tag: headStatus },
    { field: 'receiveEmail', width: 190 },
    { field: 'memberName', width: 220, hidden: true },
    { field: 'bankName', width: 180, hidden: true },
    { field: 'bankAccount', width: 150, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  fields: {
    title: { span: 2, help: '增值税专用发票的抬头须与公司全称一致' },
    taxNo: { help: '企业单位必填' },
    bankName: { help: '银行、地址和电话用于增值税专用发票' },
    receiveEmail: { help: '票据默认发送到这个邮箱' },
    isDefault: { help: '每个会员一个，设为默认后原默认自动取消' },
  },
  initial: { headType: 'company', isDefault: true },
  detail: ['title', 'memberNo', 'memberName', 'headType', 'taxNo', 'bankName', 'bankAccount', 'regAddress', 'regPhone', 'receiveEmail', 'receiveMobile', 'isDefault', 'headStatus', 'remark', 'updateTime'],
  texts: { disable: '停用后不能再用于开票申请，已提交的申请不受影响；默认抬头同时取消默认。' },
})
