import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { grantBeside } from '../../../platform/identity/roles'

const SMS: MenuSeed[] = [
  { menuId: 1301, parentId: 1300, menuName: '短信列表', menuPath: '/textMessageManagement/messageList', menuLink: 'member/TextMessageList', sortNo: 1 },
  { menuId: 1302, parentId: 1300, menuName: '写短信', menuPath: '/textMessageManagement/writeText', menuLink: 'member/WriteText', sortNo: 2 },
]
const MAIL: MenuSeed[] = [
  { menuId: 1401, parentId: 1400, menuName: '邮件列表', menuPath: '/emailManagement/emailList', menuLink: 'member/EmailList', sortNo: 1 },
  { menuId: 1402, parentId: 1400, menuName: '写邮件', menuPath: '/emailManagement/writeEmail', menuLink: 'member/WriteEmail', sortNo: 2 },
]

const seedOf = (name: string, what: 'sms' | 'mail', [list, write]: MenuSeed[]): Seed => ({
  name,
  order: 34,
  async run(db) {
    if (!list || !write) return
    await seedMenus(db, [list], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await seedMenus(db, [write], ['MEMBER_OP', 'MEMBER_LEAD'])
    await grantRole(db, 'MEMBER_OP', [`message:${what}:`, 'message:send:submit'])
    await grantRole(db, 'MEMBER_LEAD', [`message:${what}:`, 'message:send:'])
    // Somebody above the head of the department agrees to what they have written themselves.
    await grantRole(db, 'LEADER', [`message:${what}:read`, 'message:send:approve'])
  },
})

export const composeSeed = seedOf('member.sms.menu', 'sms', SMS)
export const mailSeed = seedOf('member.mail.menu', 'mail', MAIL)

/** Handing in is a right apart from writing: whoever could write before it was, may go on handing in. */
export const submitSeed: Seed = {
  name: 'member.message.submit',
  order: 36,
  run: (db) => grantBeside(db, ['message:sms:write', 'message:mail:write'], 'message:send:submit'),
}
