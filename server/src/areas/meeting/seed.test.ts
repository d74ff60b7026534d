import { dayAfter, dayOf } from '@assoc/contract/core/day'
import { selectRoomWeek } from '@assoc/contract/meeting/reservation'
import { startTestServer, type TestServer } from '../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

test('the demo has rooms, and bookings whose status fits the present time', async () => {
  const now = new Date()
  const monday = dayAfter(dayOf(now), -((new Date(`${dayOf(now)}T00:00:00Z`).getUTCDay() + 6) % 7))
  const { rooms, reservations } = await server.ok(selectRoomWeek, { weekStart: monday })
  expect(rooms.map((r) => r.roomName).sort()).toEqual(['洽谈间', '第一会议室', '第二会议室', '路演厅'].sort())
  expect(reservations).toHaveLength(8)
  for (const r of reservations) {
    const expected = r.endTime <= now.toISOString() ? ['finished'] : r.startTime <= now.toISOString() ? ['inUse', 'finished'] : ['reserved', 'pending']
    expect(expected).toContain(r.reserveStatus)
  }
})

test('the menu and permits of the built-in roles are those of the trade', async () => {
  const { db } = server.platform
  const permits = await db
    .selectFrom('role_permit')
    .innerJoin('role', 'role.role_id', 'role_permit.role_id')
    .innerJoin('permit', 'permit.permit_id', 'role_permit.permit_id')
    .select(['role_code', 'permit_code'])
    .where('module', '=', 'meeting')
    .execute()
  const of = (code: string) => permits.filter((p) => p.role_code === code).map((p) => p.permit_code).sort()
  expect(of('STAFF')).toEqual(['meeting:mine:use', 'meeting:reservation:insert', 'meeting:reservation:read', 'meeting:room:read'])
  expect(of('LEADER')).toEqual(['meeting:meeting:approve', 'meeting:meeting:read', 'meeting:mine:use', 'meeting:registration:read', 'meeting:reservation:read', 'meeting:room:read', 'meeting:stat:read'])
  expect(of('MEET_OP')).toHaveLength(33)
  expect(of('SYS_ADMIN')).toEqual([])
  const menus = await db.selectFrom('role_menu').innerJoin('role', 'role.role_id', 'role_menu.role_id').select('menu_id').where('role_code', '=', 'STAFF').where('menu_id', 'in', ['2100', '2101', '2102']).orderBy('menu_id').execute()
  expect(menus.map((m) => m.menu_id)).toEqual(['2100', '2102'])
})
