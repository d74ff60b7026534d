import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { insertDemoSpeakers } from './demo.repository'

const SPEAKERS: MenuSeed[] = [{ menuId: 2012, parentId: 2000, menuName: '演讲嘉宾', menuPath: '/meetingManage/speaker', menuLink: 'meeting/SpeakerList', sortNo: 12 }]
const TEACHERS: MenuSeed[] = [
  { menuId: 2200, parentId: 0, menuName: '独董课程', menuPath: '/directorCourse', icon: 'read', sortNo: 22 },
  { menuId: 2204, parentId: 2200, menuName: '讲师管理', menuPath: '/directorCourse/teacher', menuLink: 'meeting/TeacherList', sortNo: 4 },
]

export const lecturerMenu: Seed = {
  name: 'meeting.lecturer.menu',
  order: 36,
  async run(db) {
    await seedMenus(db, [...SPEAKERS, ...TEACHERS], ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:lecturer:', 'meeting:speaker:'])
  },
}

export const demoSpeakers: Seed = { name: 'meeting.lecturer.demo', order: 50, demo: true, run: (db: Db) => insertDemoSpeakers(db) }
