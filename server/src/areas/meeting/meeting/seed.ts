import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { emptyRich, richOf } from '@assoc/contract/core/rich-text'
import type { meetingType } from '@assoc/contract/meeting/meeting'
import type { Db } from '../../../platform/database/database'
import { deptsByName } from '../../../platform/identity/departments'
import { staff } from '../../../platform/identity/people'
import { noteNumbers } from '../../../platform/numbers/numbers'
import { grantMenus, grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { insertDemoMeeting, registerDemo } from './demo.repository'
import type { MeetingStatus } from './tables'

const MENU: MenuSeed[] = [
  { menuId: 2000, parentId: 0, menuName: '会议管理', menuPath: '/meetingManage', icon: 'team', sortNo: 20 },
  { menuId: 2001, parentId: 2000, menuName: '会议列表', menuPath: '/meetingManage/meetingList', menuLink: 'meeting/MeetingList', sortNo: 1 },
  { menuId: 2004, parentId: 2000, menuName: '报名查询', menuPath: '/QueryRegistration', menuLink: 'meeting/QueryRegistration', sortNo: 4 },
]
const MATERIAL: MenuSeed[] = [{ menuId: 2010, parentId: 2000, menuName: '会议资料', menuPath: '/meetingManage/material', menuLink: 'meeting/MeetingMaterial', sortNo: 10 }]
const APPROVAL: MenuSeed[] = [{ menuId: 2002, parentId: 2000, menuName: '会议审批', menuPath: '/meetingManage/meetingAudit', menuLink: 'meeting/MeetingAudit', sortNo: 2 }]
const DECISION: MenuSeed[] = [{ menuId: 2003, parentId: 2000, menuName: '报名审核', menuPath: '/meetingManage/regAudit', menuLink: 'meeting/RegAudit', sortNo: 3 }]

export const meetingsMenu: Seed = {
  name: 'meeting.meetings.menu',
  order: 32,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEET_OP', 'LEADER'])
    await seedMenus(db, APPROVAL, ['MEET_OP', 'LEADER'])
    await seedMenus(db, DECISION, ['MEET_OP'])
    await seedMenus(db, MATERIAL, ['MEET_OP'])
    await grantRole(db, 'MEET_OP', ['meeting:meeting:', 'meeting:registration:', 'meeting:material:'], { meeting: 'all' })
    await grantRole(db, 'LEADER', ['meeting:meeting:read', 'meeting:meeting:approve', 'meeting:registration:read'], { meeting: 'all' })
  },
}

const MINE: MenuSeed[] = [{ menuId: 2005, parentId: 2000, menuName: '我的会议', menuPath: '/myMeeting', menuLink: 'meeting/MyMeeting', sortNo: 5 }]
/** The group of the entries below it; it stands, and only the roles are new. */
const GROUP_ID = 2000
const QUERY_ID = 2004

/** Meetings of one's own: staff who attend, accounts of companies for their people, directors and secretaries for themselves. */
export const ownMeetingsMenu: Seed = {
  name: 'meeting.own.menu',
  order: 33,
  async run(db: Db) {
    await seedMenus(db, MINE, ['MEET_OP', 'LEADER', 'STAFF', 'COMPANY_USER', 'PERSON'])
    await grantMenus(db, [GROUP_ID], ['STAFF', 'COMPANY_USER', 'PERSON'])
    await grantMenus(db, [QUERY_ID], ['COMPANY_USER', 'PERSON'])
    await grantRole(db, 'MEET_OP', ['meeting:registration:pay'])
    for (const role of ['MEET_OP', 'LEADER', 'STAFF']) await grantRole(db, role, ['meeting:mine:'])
    // Their companies are known to them as the members' area knows them: so that a registration may name them.
    await grantRole(db, 'COMPANY_USER', ['meeting:mine:', 'meeting:registration:read', 'meeting:registration:update'], { meeting: 'linked', member: 'linked' })
    await grantRole(db, 'PERSON', ['meeting:mine:', 'meeting:registration:read', 'meeting:registration:update'], { meeting: 'self' })
  },
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
type Type = keyof (typeof meetingType)['labels']

// Name, type, days from now, hours, limit, people who register, and what the meeting asks for.
type Plan = [name: string, type: Type, day: number, hours: number, capacity: number, people: number, fee: number, needAudit: boolean]

const YEARLY: [name: string, type: Type, dayOfYear: number, hours: number, capacity: number, people: number, fee: number, needAudit: boolean][] = [
  ['会员代表大会', 'assembly', 95, 8, 4000, 45, 0, false],
  ['理事会第一次会议', 'council', 45, 4, 120, 44, 0, true],
  ['理事会第二次会议', 'council', 215, 4, 120, 46, 0, true],
  ['常务理事会会议', 'standing', 130, 3, 60, 28, 0, true],
  ['监事会会议', 'supervisors', 140, 3, 30, 12, 0, true],
  ['独立董事后续培训（第一期）', 'training', 75, 16, 200, 58, 120_000, true],
  ['独立董事后续培训（第二期）', 'training', 255, 16, 200, 60, 120_000, true],
  ['董事会秘书资格培训班', 'training', 110, 24, 150, 50, 180_000, true],
  ['信息披露专业委员会会议', 'committee', 160, 3, 45, 24, 0, true],
  ['公司治理研讨会', 'seminar', 185, 7, 300, 60, 0, true],
  ['上市公司高质量发展座谈会', 'forum', 225, 3, 80, 36, 0, true],
  ['年度业绩说明会', 'briefing', 120, 4, 0, 45, 0, false],
]

// What lies ahead, whatever day it is: one of each kind of what staff do next.
const AHEAD: (Plan & { status?: MeetingStatus })[] = [
  ['上市公司协会年会', 'assembly', 24, 8, 5000, 3000, 0, false],
  ['并购重组专题研讨会', 'seminar', 12, 6, 60, 78, 0, true],
  ['财务负责人培训班（冬季）', 'training', 18, 16, 100, 64, 150_000, true],
  ['可持续发展信息披露座谈会', 'forum', 30, 3, 50, 0, 0, true],
]

const planOf = (year: number, day: number): number => Math.round((Date.parse(`${year}-01-01T01:00:00Z`) + day * DAY_MS - Date.now()) / DAY_MS)

async function seedDemo(db: Db): Promise<void> {
  const people = await staff(db, 12)
  const depts = await deptsByName(db, ['会议培训部'])
  const dept = depts.find((d) => d.dept_name === '会议培训部')?.dept_id ?? people.find((p) => p.dept_id)?.dept_id
  const maker = people.find((p) => p.dept_id === dept) ?? people[0]
  const second = people.find((p) => p.user_id !== maker?.user_id)
  if (!maker || !second || !dept) return
  const thisYear = Number(today().slice(0, 4))
  const past: Plan[] = [thisYear - 2, thisYear - 1, thisYear].flatMap((year) =>
    YEARLY.map(([name, type, day, hours, capacity, count, fee, needAudit]): Plan => [`${year}年${name}`, type, planOf(year, day), hours, capacity, count, fee, needAudit]),
  ).filter(([, , day]) => day < -2)
  const days = new Map<string, number>()
  for (const [name, type, day, hours, capacity, count, fee, needAudit] of [...past, ...AHEAD]) {
    const start = new Date(instantOf(`${dayAfter(today(), day)} 09:00:00`))
    const made = new Date(start.getTime() - 40 * DAY_MS)
    const period = today(made).replaceAll('-', '')
    const last = (days.get(period) ?? 0) + 1
    days.set(period, last)
    const over = day < 0
    const status: MeetingStatus = over ? (day < -120 ? 'archived' : 'ended') : count === 0 ? 'pending' : 'open'
    const meetId = await insertDemoMeeting(db, {
      meet_no: `HY${period}${String(last).padStart(4, '0')}`,
      meeting_name: name,
      meeting_type: type,
      organizer_dept_id: dept,
      start_time: start,
      end_time: new Date(start.getTime() + hours * HOUR_MS),
      address: type === 'assembly' ? '子虚会展中心一层大会堂' : '子虚大厦 1 层路演厅',
      online_url: null,
      contact_name: '石会务',
      contact_phone: '010-60000021',
      reg_start: made,
      reg_end: new Date(start.getTime() - 2 * DAY_MS),
      change_until: new Date(start.getTime() - DAY_MS),
      capacity,
      per_company_limit: type === 'assembly' ? 5 : 3,
      need_audit: needAudit,
      count_pending: true,
      offer_hours: 24,
      fee_amount: fee,
      pay_until: fee > 0 ? new Date(start.getTime() - 2 * DAY_MS) : null,
      detail: JSON.stringify(over ? emptyRich() : richOf(`请参会人员提前 15 分钟签到入场。${name}的议程以会前通知为准。`)),
      meeting_status: status,
      create_by: maker.user_id,
      acted_by: [`write:${maker.user_id}`, `submit:${maker.user_id}`, ...(status === 'pending' ? [] : [`approve:${second.user_id}`])],
      create_time: made,
      update_time: over ? new Date(start.getTime() + hours * HOUR_MS) : made,
    })
    if (count > 0) await registerDemo(db, meetId, { count, over, capacity, fee, needAudit, by: maker.user_id })
  }
  await noteNumbers(db, 'HY', [...days].map(([period, last]) => ({ period, last })))
}

export const demoMeetings: Seed = { name: 'meeting.meetings.demo', order: 48, demo: true, run: seedDemo }
