import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { staff } from '../../../platform/identity/people'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { learnersOf } from '../learner/repository'
import { nightly } from '../learner/wanted'
import { demoExchangesHeld, demoTrainings, spreadRoles } from './demo.repository'
import { addEntries } from './repository'

const GROUP: MenuSeed = { menuId: 2200, parentId: 0, menuName: '独董课程', menuPath: '/directorCourse', icon: 'book', sortNo: 22 }
const LEDGER: MenuSeed[] = [
  { menuId: 2205, parentId: 2200, menuName: '学员管理', menuPath: '/directorCourse/learner', menuLink: 'meeting/LearnerList', sortNo: 5 },
  { menuId: 2206, parentId: 2200, menuName: '学时台账', menuPath: '/directorCourse/hours', menuLink: 'meeting/HoursList', sortNo: 6 },
]

export const hoursMenu: Seed = {
  name: 'meeting.hours.menu',
  order: 35,
  async run(db: Db) {
    await seedMenus(db, [GROUP, ...LEDGER], ['MEET_OP', 'LEADER', 'COMPANY_USER', 'PERSON'])
    await grantRole(db, 'MEET_OP', ['course:learner:', 'course:hours:'], { course: 'all' })
    await grantRole(db, 'LEADER', ['course:learner:read', 'course:hours:read'], { course: 'all' })
    for (const role of ['COMPANY_USER', 'PERSON']) await grantRole(db, role, ['course:learner:read', 'course:hours:read', 'course:hours:claim'], { course: 'linked' })
  },
}

/** Hours of the demo's trainings and exchanges: last year's were approved, of the newest some still wait. */
async function seedDemo(db: Db, platform: Platform): Promise<void> {
  const [maker] = await staff(db, 1)
  if (!maker) return
  for (const { people, recent, ...source } of [...(await demoTrainings(db)), ...(await demoExchangesHeld(db))]) {
    const learners = await learnersOf(db, people)
    await addEntries(db, learners, source, recent ? 'pending' : 'approved', maker.user_id)
  }
  await spreadRoles(db)
  await nightly({ db, settings: platform.settings })
}

export const demoHours: Seed = { name: 'meeting.hours.demo', order: 50, demo: true, run: seedDemo }
