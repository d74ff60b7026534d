import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choice, choiceField, flag, id, int, ref, text, withMeta } from '../core/fields'
import { lines } from '../core/kinds'
import { agrees } from '../core/field-rules'
import { meetingLookup } from './lookups'
import { meeting } from './permits'

// Seats of a meeting: areas of rows or of round tables, who sits where, and why.

/** Most seats of a meeting. */
export const MOST_SEATS = 2000

export const areaKind = choice('形式', { rows: '排座', tables: '圆桌' })
export const seatState = choice('座位状态', { free: '可用', blocked: '停用', locked: '锁定' })

const seatsOf = (areas: unknown): number => (Array.isArray(areas) ? areas : []).reduce((sum: number, area: { lines?: unknown; seats?: unknown } | null) => sum + Number(area?.lines ?? 0) * Number(area?.seats ?? 0), 0)
const named = (areas: unknown): string[] => (Array.isArray(areas) ? areas : []).map((area: { area?: unknown } | null) => String(area?.area ?? '').trim())
function problemOfAreas(areas: unknown): string | null {
  const names = named(areas)
  const twice = names.find((name, i) => name && names.indexOf(name) !== i)
  if (twice) return `区域“${twice}”重复`
  return seatsOf(areas) > MOST_SEATS ? `座位合计 ${seatsOf(areas)} 个，最多 ${MOST_SEATS} 个` : null
}

/** Areas in the order in which they are filled: rows of seats from the front, or tables. */
export const seatAreas = () =>
  agrees(
    lines('区域', {
      area: text('区域', 10).refine((name) => !/[-\s]/.test(name), '区域名称不能含有空格和连字符'),
      kind: choiceField(areaKind),
      lines: int('排数 / 桌数', 1, 200),
      seats: int('每排 / 每桌座位', 1, 100),
    }, { max: 20 }),
    problemOfAreas,
  )

const of = { meetId: ref('会议', meetingLookup) }
const person = z.object({ registerId: id(), name: z.string(), companyName: z.string().nullable(), postName: z.string(), categoryName: z.string().nullable() })
export const seat = z.object({ seatId: id(), area: z.string(), line: z.number().int(), place: z.number().int(), state: seatState.schema, registerId: id().nullable(), reason: z.string().nullable() })

/** The whole plan: its areas, its seats in their order, and everybody with a place at the meeting. */
export const selectSeatPlan = call({
  path: '/meeting/seat/selectSeatPlan',
  title: '查询座位安排',
  access: meeting('seat:read'),
  request: body(of),
  response: z.object({
    meetingName: z.string(),
    published: z.boolean(),
    areas: z.array(z.object({ area: z.string(), kind: areaKind.schema, lines: z.number().int(), seats: z.number().int() })),
    seats: z.array(seat),
    people: z.array(person),
    /** Why nothing of it can be changed any more; null while it can. */
    closed: z.string().nullable(),
  }),
})

/** Makes the seats of the areas. Seats that stay keep who sits on them; one that is taken is not taken away. */
export const saveSeatAreas = call({
  path: '/meeting/seat/saveSeatAreas',
  title: '设置座位区域',
  access: meeting('seat:update'),
  write: true,
  request: body({ ...of, areas: seatAreas() }),
  response: done,
})

/** Seats somebody, or takes them off their seat. Who sits there already changes places with them; where they have none, only as `expects` says. */
export const placePerson = call({
  path: '/meeting/seat/placePerson',
  title: '安排座位',
  access: meeting('seat:update'),
  write: true,
  request: body({
    ...of,
    registerId: ref('会议报名', 'meetingRegistration'),
    seatId: withMeta(id('座位').nullable(), { label: '座位' }),
    /** Whom this person saw there; somebody else there meanwhile is not moved. */
    expects: withMeta(id('原就座人').nullable(), { label: '原就座人' }),
  }),
  response: z.object({ seats: z.array(seat) }),
})

export const stateSeats = call({
  path: '/meeting/seat/stateSeats',
  title: '停用或锁定座位',
  access: meeting('seat:update'),
  write: true,
  request: body({ ...of, seatIds: z.array(id('座位')).min(1).max(MOST_SEATS), state: seatState.schema }),
  response: z.object({ seats: z.array(seat) }),
})

/** Seats people by rule; each seat says why. Locked seats and those out of use are left as they are. */
export const fillSeats = call({
  path: '/meeting/seat/fillSeats',
  title: '按规则排座',
  access: meeting('seat:update'),
  write: true,
  request: body({
    ...of,
    byRank: flag('按会员类别排列'),
    companyTogether: flag('同单位相邻'),
    jurisdictionBlocks: flag('按辖区分块'),
    /** Only who has no seat is seated; otherwise everybody but those on locked seats anew. */
    keepSeated: flag('保留已排座位'),
  }),
  response: z.object({ seated: int('已排', 0, MOST_SEATS), left: z.array(z.string()) }),
})

/** Clears all seats but the locked ones. */
export const clearSeats = call({ path: '/meeting/seat/clearSeats', title: '清空座位', access: meeting('seat:update'), write: true, request: body(of), response: done })

/** Shows attendees their seats, or hides them again. */
export const publishSeats = call({ path: '/meeting/seat/publishSeats', title: '发布座位', access: meeting('seat:update'), write: true, request: body({ ...of, published: flag('发布') }), response: done })

export const printSeats = call({
  path: '/meeting/seat/printSeats',
  title: '打印座位表',
  access: meeting('seat:read'),
  request: body({ ...of, format: z.enum(['plan', 'list']) }),
  response: z.unknown(),
  blob: true,
})

/** What a seat is called: A-1-3. */
export const seatName = ({ area, line, place }: { area: string; line: number; place: number }): string => `${area}-${line}-${place}`
