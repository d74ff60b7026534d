import { grantBeside } from '../../../platform/identity/roles'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

const WRITING = ['message:sms:write', 'message:mail:write'] as const

/** Whoever writes keeps audiences too, also by roles from before there were any. */
export const audienceSeed: Seed = {
  name: 'member.messageAudience.menu',
  order: 37,
  async run(db) {
    await seedMenus(db, [{ menuId: 1305, parentId: 1300, menuName: '收件人分组', menuPath: '/textMessageManagement/audienceList', menuLink: 'member/AudienceList', sortNo: 5 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantBeside(db, WRITING, 'message:audience:read')
    await grantBeside(db, WRITING, 'message:audience:update')
    await grantRole(db, 'LEADER', ['message:audience:read'])
  },
}
