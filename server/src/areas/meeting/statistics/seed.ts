import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [{ menuId: 2013, parentId: 2000, menuName: '会议统计', menuPath: '/meetingManage/meetingStat', menuLink: 'meeting/MeetingStat', sortNo: 13 }]

export const statMenu: Seed = {
  name: 'meeting.statistics.menu',
  order: 35,
  async run(db) {
    await seedMenus(db, MENU, ['MEET_OP', 'LEADER'])
    for (const role of ['MEET_OP', 'LEADER']) await grantRole(db, role, ['meeting:stat:read'])
  },
}
