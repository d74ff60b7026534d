import type { Db } from '../../platform/database/database'
import type { Platform } from '../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../platform/seed'
import { seedDemoInvoices } from './demo'

const MENU: MenuSeed[] = [
  { menuId: 1200, parentId: 0, menuName: '发票管理', menuPath: '/invoiceManage', icon: 'file', sortNo: 13 },
  { menuId: 1201, parentId: 1200, menuName: '发票抬头', menuPath: '/invoiceManage/invoiceHead', menuLink: 'member/InvoiceHead', sortNo: 1 },
  { menuId: 1202, parentId: 1200, menuName: '开票申请', menuPath: '/invoiceManage/invoiceApply', menuLink: 'member/InvoiceApply', sortNo: 2 },
  { menuId: 1203, parentId: 1200, menuName: '票据台账', menuPath: '/invoiceManage/invoiceLedger', menuLink: 'member/InvoiceLedger', sortNo: 3 },
  { menuId: 1204, parentId: 1200, menuName: '红冲管理', menuPath: '/invoiceManage/redFlush', menuLink: 'member/RedFlush', sortNo: 4 },
  { menuId: 1205, parentId: 1200, menuName: '发票发送', menuPath: '/invoiceManage/invoiceSend', menuLink: 'member/InvoiceSend', sortNo: 5 },
]

const READ = ['head', 'apply', 'ticket', 'red', 'send'].map((entity) => `invoice:${entity}:read`)
/** Daily work; checking, writing and setting right are the head's. */
const WORK = ['invoice:head:update', 'invoice:apply:insert', 'invoice:ticket:export', 'invoice:red:insert', 'invoice:send:send']

export const invoiceMenu: Seed = {
  name: 'member.invoice.menu',
  order: 34,
  async run(db: Db) {
    await seedMenus(db, MENU, ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    await grantRole(db, 'FEE_OP', [...READ, ...WORK], { invoice: 'all' })
    await grantRole(db, 'FEE_LEAD', ['invoice:'], { invoice: 'all' })
    await grantRole(db, 'LEADER', READ, { invoice: 'all' })
  },
}

/** Heads, applications, invoices, red confirmations and mails of the demo association; after its fees. */
export const invoiceDemo: Seed = { name: 'member.invoice.demo', order: 62, demo: true, run: (db: Db, platform: Platform) => seedDemoInvoices(db, platform) }
