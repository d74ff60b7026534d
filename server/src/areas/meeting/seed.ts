import { dayAfter, dayOf, instantOf } from '@assoc/contract/core/day'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../platform/seed'
import type { Db } from '../../platform/database/database'
import { staff } from '../../platform/identity/people'
import { insertRoom } from './room/repository'
import { insertReservation } from './reservation/repository'
import type { Equipment, ReserveStatus } from './tables'

const GROUP: MenuSeed = { menuId: 2100, parentId: 0, menuName: '会议室管理', menuPath: '/meetingRoom', icon: 'calendar', sortNo: 21 }
const LIST: MenuSeed = { menuId: 2101, parentId: 2100, menuName: '会议室列表', menuPath: '/meetingRoom/roomList', menuLink: 'meeting/RoomList', sortNo: 1 }
const WEEK: MenuSeed = {
  menuId: 2102,
  parentId: 2100,
  menuName: '会议室预约',
  menuPath: '/meetingRoom/scheduleMeeting/index',
  menuLink: 'meeting/ScheduleMeeting',
  sortNo: 2,
}

const AUDIT: MenuSeed = { menuId: 2103, parentId: 2100, menuName: '预约审批', menuPath: '/meetingRoom/reserveAudit', menuLink: 'meeting/ReserveAudit', sortNo: 3 }
const HISTORY: MenuSeed = { menuId: 2104, parentId: 2100, menuName: '预约历史', menuPath: '/meetingRoom/scheduleMeeting/reserveHistory', menuLink: 'meeting/ReserveHistory', sortNo: 4 }

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [GROUP, WEEK, HISTORY], ['MEET_OP', 'LEADER', 'STAFF'])
  await seedMenus(db, [LIST], ['MEET_OP', 'LEADER'])
  await seedMenus(db, [AUDIT], ['MEET_OP'])
  await grantRole(db, 'MEET_OP', ['meeting:'], { meeting: 'all' })
  await grantRole(db, 'LEADER', ['meeting:room:read', 'meeting:reservation:read'], { meeting: 'all' })
  await grantRole(db, 'STAFF', ['meeting:room:read', 'meeting:reservation:read', 'meeting:reservation:insert'], { meeting: 'self' })
}

export const meetingMenu: Seed = { name: 'meeting.menu', order: 31, run: seedMenu }

const room = (roomName: string, location: string, capacity: number, equipment: Equipment[], needAudit: boolean, remark: string | null = null) => ({
  roomName,
  location,
  capacity,
  equipment,
  needAudit,
  openFrom: '08:00',
  openTo: needAudit ? '21:00' : '18:30',
  remark,
})

// Invented, like everything of the demo association.
const ROOMS = [
  room('第一会议室', '子虚大厦 3 层东', 16, ['projector', 'whiteboard'], false),
  room('第二会议室', '子虚大厦 3 层西', 8, ['video', 'whiteboard'], false, '视频会议请提前十分钟调试'),
  room('路演厅', '子虚大厦 1 层', 120, ['projector', 'video', 'microphone'], true, '需会务专员审批，提前一天布置座位'),
  room('洽谈间', '子虚大厦 5 层', 4, ['whiteboard'], false),
]

type Booking = [room: number, day: number, from: string, to: string, title: string, attendNum: number]

// Days count from this week's Monday; the second week leaves something to come, whatever day it is.
const BOOKINGS: Booking[] = [
  [0, 0, '09:00', '11:00', '理事会预备会', 12],
  [0, 1, '10:30', '11:30', '部门例会', 9],
  [1, 1, '14:00', '15:30', '独立董事选聘办法讨论', 6],
  [2, 2, '14:00', '17:00', '业绩说明会', 90],
  [3, 2, '09:30', '10:15', '来访接待', 3],
  [0, 3, '15:00', '17:00', '会费测算评审', 10],
  [1, 4, '09:00', '10:00', '周报碰头会', 7],
  [3, 4, '16:00', '16:45', '新人面谈', 2],
  [0, 7, '09:00', '11:30', '理事会议题征集会', 14],
  [2, 8, '09:00', '12:00', '投资者教育讲座', 110],
  [1, 9, '10:00', '11:00', '信息披露问答会', 8],
  [3, 10, '14:00', '15:00', '供应商沟通', 4],
]

/** Where a booking of the demo stands at the present time: past ones are over, future ones wait or stand. */
function statusAt(now: Date, startTime: Date, endTime: Date, needAudit: boolean): ReserveStatus {
  if (endTime <= now) return 'finished'
  if (startTime <= now) return 'inUse'
  return needAudit ? 'pending' : 'reserved'
}

async function seedDemo(db: Db): Promise<void> {
  const roomIds: string[] = []
  for (const fields of ROOMS) roomIds.push((await insertRoom(db, fields, null)).roomId)
  const people = await staff(db, 8)
  if (people.length === 0) return
  const now = new Date()
  const weekday = (new Date(`${dayOf(now)}T00:00:00Z`).getUTCDay() + 6) % 7
  for (const [index, [r, day, from, to, title, attendNum]] of BOOKINGS.entries()) {
    const date = dayAfter(dayOf(now), day - weekday)
    const startTime = new Date(instantOf(`${date} ${from}`))
    const endTime = new Date(instantOf(`${date} ${to}`))
    const person = people[index % people.length]
    const fields = ROOMS[r]
    const roomId = roomIds[r]
    if (!person || !fields || !roomId) continue
    const status = statusAt(now, startTime, endTime, fields.needAudit)
    await insertReservation(db, { roomId, title, startTime, endTime, attendNum }, { userId: person.user_id, deptId: person.dept_id }, status)
  }
}

export const demoRooms: Seed = { name: 'meeting.demo', order: 41, demo: true, run: seedDemo }
