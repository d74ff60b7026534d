import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [{ menuId: 2009, parentId: 2000, menuName: '住宿用餐', menuPath: '/meetingManage/stayMeal', menuLink: 'meeting/StayMeal', sortNo: 9 }]

export const stayMenu: Seed = {
  name: 'meeting.stay.menu',
  order: 38,
  async run(db) {
    await seedMenus(db, MENU, ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:stay:'])
  },
}
