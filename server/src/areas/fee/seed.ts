import type { Db } from '../../platform/database/database'
import { grantRole, seedMenus, seedRoles, type MenuSeed, type RoleSeed, type Seed } from '../../platform/seed'
import { seedDemoFees } from './seed.repository'

const MENU: MenuSeed[] = [
  { menuId: 1100, parentId: 0, menuName: '会费管理', menuPath: '/feeManage', icon: 'bank', sortNo: 11 },
  { menuId: 1101, parentId: 1100, menuName: '会费标准', menuPath: '/feeManage/feeStandard', menuLink: 'member/FeeStandard', sortNo: 1 },
  { menuId: 1102, parentId: 1100, menuName: '年度会费账单', menuPath: '/feeManage/duesBill', menuLink: 'member/DuesBill', sortNo: 2 },
  { menuId: 1103, parentId: 1100, menuName: '缴费记录', menuPath: '/feeManage/payment', menuLink: 'member/PaymentList', sortNo: 3 },
  { menuId: 1104, parentId: 1100, menuName: '会费余额', menuPath: '/feeManage/balance', menuLink: 'member/BalanceList', sortNo: 4 },
  { menuId: 1105, parentId: 1100, menuName: '会费减免', menuPath: '/feeManage/reduction', menuLink: 'member/ReductionList', sortNo: 5 },
  { menuId: 1110, parentId: 1100, menuName: '银行流水', menuPath: '/feeManage/bankStatement', menuLink: 'member/BankStatement', sortNo: 10 },
  { menuId: 1111, parentId: 1100, menuName: '待认领款项', menuPath: '/feeManage/suspense', menuLink: 'member/SuspenseList', sortNo: 11 },
]

const ROLES: RoleSeed[] = [
  ['FEE_OP', '会费经办', '会费账单、到账与开票的日常办理'],
  ['FEE_LEAD', '会费主管', '会费标准、核销冲正与减免审批'],
]

/** Roles of fees: writing down money, and deciding on it. */
export const feeRoles: Seed = { name: 'rbac.roles.fee', order: 10, run: (db) => seedRoles(db, ROLES) }

const MEMBERS_READ = ['member:member:read', 'member:company:read', 'member:category:read']
const FEE_READ = ['standard', 'bill', 'payment', 'balance', 'bank', 'suspense', 'reduction'].map((entity) => `fee:${entity}:read`)
/** Daily work on fees; what decides about money is the head's. */
const FEE_WORK = ['fee:bill:export', 'fee:payment:insert', 'fee:bank:import', 'fee:bank:match', 'fee:suspense:handle', 'fee:reduction:insert']

export const feeMenu: Seed = {
  name: 'member.fee.menu',
  order: 32,
  async run(db: Db) {
    await seedMenus(db, MENU, ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    await grantRole(db, 'FEE_OP', [...FEE_READ, ...FEE_WORK, ...MEMBERS_READ], { fee: 'all', member: 'all' })
    await grantRole(db, 'FEE_LEAD', ['fee:', ...MEMBERS_READ], { fee: 'all', member: 'all' })
    await grantRole(db, 'LEADER', FEE_READ, { fee: 'all' })
  },
}

/** Who wrote a standard or handed it in does not enact it: the enacting of what the head of the fees writes is the leader's. */
export const standardSecondPerson: Seed = { name: 'member.fee.standard.secondPerson', order: 37, run: (db) => grantRole(db, 'LEADER', ['fee:standard:enact']) }

/** Three years of fees over the members of the demo association. */
export const feeDemo: Seed = { name: 'member.fee.demo', order: 60, demo: true, run: (db) => seedDemoFees(db) }
