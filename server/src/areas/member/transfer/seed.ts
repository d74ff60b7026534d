import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { insertDemo } from './repository'

export const transferMenu: Seed = {
  name: 'member.transfer.menu',
  order: 35,
  async run(db) {
    await seedMenus(db, [{ menuId: 1006, parentId: 1000, menuName: '会籍转移', menuPath: '/memberManage/memberTransfer', menuLink: 'member/MemberTransfer', sortNo: 6 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:transfer:read', 'member:transfer:insert'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:transfer:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:transfer:read'], { member: 'all' })
  },
}

export const demoTransfers: Seed = { name: 'member.transfer.demo', order: 46, demo: true, run: insertDemo }
