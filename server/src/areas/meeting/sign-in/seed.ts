import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { insertDemo } from './demo.repository'

const MENU: MenuSeed[] = [
  { menuId: 2015, parentId: 2000, menuName: '签到场次', menuPath: '/meetingManage/signCode', menuLink: 'meeting/SignCode', sortNo: 5 },
]
const TABLE: MenuSeed[] = [{ menuId: 2016, parentId: 2000, menuName: '签到表', menuPath: '/signInTable', menuLink: 'meeting/SignInTable', sortNo: 6 }]

/** A seed of its own: installations that have had the first one get the table as well. */
export const tableMenu: Seed = { name: 'meeting.sign-table.menu', order: 34, run: (db) => seedMenus(db, TABLE, ['MEET_OP']) }


export const signMenu: Seed = {
  name: 'meeting.sign-in.menu',
  order: 33,
  async run(db) {
    await seedMenus(db, MENU, ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:signIn:', 'meeting:signSession:'], { meeting: 'all' })
  },
}

export const demoSessions: Seed = { name: 'meeting.sign-in.demo', order: 49, demo: true, run: (db) => insertDemo(db) }
