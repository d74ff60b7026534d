import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { insertDemoVideos } from './demo.repository'

const MENU: MenuSeed[] = [{ menuId: 2011, parentId: 2000, menuName: '会议视频', menuPath: '/meetingManage/video', menuLink: 'meeting/MeetingVideo', sortNo: 11 }]

export const videoMenu: Seed = {
  name: 'meeting.video.menu',
  order: 34,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:video:'])
  },
}

const DEMO_VIDEOS = 15

export const demoVideos: Seed = { name: 'meeting.video.demo', order: 52, demo: true, run: (db: Db, { files }: Platform) => insertDemoVideos(db, files, DEMO_VIDEOS) }
