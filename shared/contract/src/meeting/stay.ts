import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choiceField, date, id, int, optionalText, ref, text, withMeta } from '../core/fields'
import { agrees } from '../core/field-rules'
import { lines } from '../core/kinds'
import { gender } from '../member/gender'
import { meetingLookup } from './lookups'
import { meeting } from './permits'
import { roomType } from './registration'

// Where people of a meeting sleep, with whom, what they eat and by which train they come.

const of = { meetId: ref('会议', meetingLookup) }
const count = z.number().int()

const keyOf = (row: { hotel?: unknown; roomType?: unknown; night?: unknown } | null): string => [row?.hotel, row?.roomType, row?.night].map((part) => String(part ?? '').trim()).join(' ')
function twice(rows: unknown): string | null {
  const keys = (Array.isArray(rows) ? rows : []).map(keyOf)
  const found = keys.findIndex((key, i) => keys.indexOf(key) !== i)
  return found < 0 ? null : `第 ${found + 1} 行与前面的酒店、房型和日期重复`
}

/** Rooms that each hotel keeps for the meeting, by type and night. */
export const stayStock = () =>
  agrees(lines('房量', { hotel: text('酒店', 50), roomType: choiceField(roomType), night: date('入住夜'), rooms: int('间数', 0, 5000) }, { max: 300 }), twice)

const guest = z.object({
  registerId: id(),
  name: z.string(),
  gender: gender.schema,
  companyName: z.string().nullable(),
  roomType: roomType.schema,
  roommate: z.string().nullable(),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  stayId: id().nullable(),
  hotel: z.string().nullable(),
  roomNo: z.string().nullable(),
  mates: z.array(z.string()),
  reason: z.string().nullable(),
})

/** Rooms with what is used of them, everybody who stays, and who has no room or no companion yet. */
export const selectStayPlan = call({
  path: '/meeting/stay/selectStayPlan',
  title: '查询住宿安排',
  access: meeting('stay:read'),
  request: body(of),
  response: z.object({
    meetingName: z.string(),
    stock: z.array(z.object({ hotel: z.string(), roomType: roomType.schema, night: z.string(), rooms: count, used: count })),
    guests: z.array(guest),
    closed: z.string().nullable(),
  }),
})

/** What the hotels keep; never less than is used already. */
export const saveStayStock = call({
  path: '/meeting/stay/saveStayStock',
  title: '设置房量',
  access: meeting('stay:update'),
  write: true,
  request: body({ ...of, stock: stayStock() }),
  response: done,
})

/** Gives somebody a room in a hotel, alone or with who has a shared one already; without a hotel takes them out of theirs. */
export const placeGuest = call({
  path: '/meeting/stay/placeGuest',
  title: '安排住宿',
  access: meeting('stay:update'),
  write: true,
  request: body({ ...of, registerId: ref('会议报名', 'meetingRegistration'), hotel: optionalText('酒店', 50), withId: withMeta(ref('合住人', 'meetingRegistration').nullish(), { label: '合住人' }), roomNo: optionalText('房号', 20) }),
  response: done,
})

/** Pairs those who share a room and gives a room to everybody who has none; who is left over is named with the reason. */
export const arrangeStay = call({
  path: '/meeting/stay/arrangeStay',
  title: '自动安排住宿',
  access: meeting('stay:update'),
  write: true,
  request: body(of),
  response: z.object({ placed: count, left: z.array(z.object({ name: z.string(), why: z.string() })) }),
})

/** Meals of each day, what people do not eat, and who is to be fetched when. */
export const selectCatering = call({
  path: '/meeting/stay/selectCatering',
  title: '查询用餐与接站',
  access: meeting('stay:read'),
  request: body(of),
  response: z.object({
    meals: z.array(z.object({ day: z.string().nullable(), name: z.string(), people: count })),
    diets: z.array(z.object({ name: z.string(), companyName: z.string().nullable(), dietNote: z.string(), meals: z.array(z.string()) })),
    /** By the hour of arrival and the train; null where no time was given. */
    pickups: z.array(z.object({ hour: z.string().nullable(), arriveNo: z.string().nullable(), people: z.array(z.object({ name: z.string(), companyName: z.string().nullable(), mobileEnd: z.string(), arriveTime: z.string().nullable() })) })),
  }),
})

export const exportStay = call({
  path: '/meeting/stay/exportStay',
  title: '导出住宿用餐',
  access: meeting('stay:read'),
  request: body({ ...of, format: z.enum(['xlsx', 'pdf']) }),
  response: z.unknown(),
  blob: true,
})
