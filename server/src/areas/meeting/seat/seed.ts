import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { arrangeDemo } from './demo.repository'

const MENU: MenuSeed[] = [{ menuId: 2008, parentId: 2000, menuName: '座位安排', menuPath: '/meetingManage/seatArrange', menuLink: 'meeting/SeatArrange', sortNo: 8 }]

export const seatMenu: Seed = {
  name: 'meeting.seat.menu',
  order: 37,
  async run(db) {
    await seedMenus(db, MENU, ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:seat:'])
  },
}

export const demoArrangements: Seed = { name: 'meeting.arrangements.demo', order: 51, demo: true, run: (db: Db) => arrangeDemo(db) }
