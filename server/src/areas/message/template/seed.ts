import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 1300, parentId: 0, menuName: '短信管理', menuPath: '/textMessageManagement', icon: 'message', sortNo: 13 },
  { menuId: 1303, parentId: 1300, menuName: '短信模板', menuPath: '/textMessageManagement/smsTemplate', menuLink: 'member/SmsTemplate', sortNo: 3 },
  { menuId: 1400, parentId: 0, menuName: '邮件管理', menuPath: '/emailManagement', icon: 'mail', sortNo: 14 },
  { menuId: 1403, parentId: 1400, menuName: '邮件模板', menuPath: '/emailManagement/emailTemplate', menuLink: 'member/EmailTemplate', sortNo: 3 },
]

/** The two areas of the menu and their templates; data scopes of messages go with them. */
export const templateSeed: Seed = {
  name: 'member.messageTemplate.menu',
  order: 33,
  async run(db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['message:template:read'], { message: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['message:template:'], { message: 'deptTree' })
    await grantRole(db, 'LEADER', ['message:template:read'], { message: 'all' })
  },
}
