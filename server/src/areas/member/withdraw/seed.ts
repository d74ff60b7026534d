import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { insertDemo } from './repository'

export const withdrawMenu: Seed = {
  name: 'member.withdraw.menu',
  order: 35,
  async run(db) {
    await seedMenus(db, [{ menuId: 1007, parentId: 1000, menuName: '退会与除名', menuPath: '/memberManage/memberWithdraw', menuLink: 'member/MemberWithdraw', sortNo: 7 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:withdraw:read', 'member:withdraw:insert'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:withdraw:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:withdraw:read'], { member: 'all' })
  },
}

/** Who registered, changed or accepted a case does not decide it: what the head of the members registered is the leader's. */
export const withdrawSecondPerson: Seed = { name: 'member.withdraw.secondPerson', order: 37, run: (db) => grantRole(db, 'LEADER', ['member:withdraw:decide']) }

export const demoCases: Seed = { name: 'member.withdraw.demo', order: 45, demo: true, run: insertDemo }
