import { localTime } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { roomType } from '@assoc/contract/meeting/registration'
import * as calls from '@assoc/contract/meeting/stay'
import { gender } from '@assoc/contract/member/gender'
import { iso, type Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { makePdf } from '../../../platform/pdf/pdf'
import { readMeeting, type Meeting } from '../meeting/repository'
import { held } from '../registration/places'
import { pair } from './pair'
import * as repository from './repository'
import { stayMenu } from './seed'

const closedWhy = ({ meetingStatus }: Pick<Meeting, 'meetingStatus'>): string | null =>
  meetingStatus === 'archived' ? '会议已归档，住宿不能再改' : meetingStatus === 'cancelled' ? '会议已取消，住宿不能再改' : null

async function meetingOf(db: Db, meetId: string): Promise<Meeting> {
  const meeting = await readMeeting(db, meetId)
  if (!meeting) throw refuse.notFound()
  return meeting
}

/** The meeting, held to the end of the transaction: rooms of one meeting are given one after the other, and no night is given twice. */
async function heldOpen(db: Db, meetId: string): Promise<Meeting> {
  const meeting = await held(db, meetId)
  const closed = closedWhy(meeting)
  if (closed) throw new Refusal(MEETING_CODE.closed, closed)
  return meeting
}

async function selectPlan({ db, input: { meetId } }: Context<typeof calls.selectStayPlan>) {
  const meeting = await meetingOf(db, meetId)
  const [stock, guests] = [await repository.stock(db, meetId), await repository.guests(db, meetId)]
  return { meetingName: meeting.meetingName, stock, guests: guests.map(({ companyId: _company, ...guest }) => guest), closed: closedWhy(meeting) }
}

async function saveStock({ db, input: { meetId, stock }, audit }: Context<typeof calls.saveStayStock>) {
  await heldOpen(db, meetId)
  const before = await repository.stock(db, meetId)
  const kept = (one: { hotel: string; roomType: string; night: string }) => stock.find((row) => row.hotel === one.hotel && row.roomType === one.roomType && row.night === one.night)?.rooms ?? 0
  const short = before.find((one) => kept(one) < one.used)
  if (short) throw refuse.field('stock', `${short.hotel} ${roomType.labels[short.roomType]} ${short.night} 已安排 ${short.used} 间，不能少于此数`)
  await repository.saveStock(db, meetId, stock)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'saveStayStock', before: { stock: before.map(({ used: _used, ...row }) => row) }, after: { stock } })
  return {}
}

const fullText = ({ hotel, roomType: type }: { hotel: string; roomType: repository.RoomType }, night: string): string => `${hotel} ${roomType.labels[type]} ${night} 已满`

/** Gives a room where the hotel has one in every night. Under the lock of the meeting. */
export async function giveRoom(db: Db, meetId: string, room: repository.Room, registerIds: readonly string[]): Promise<string> {
  const night = await repository.fullNight(db, meetId, room)
  if (night) throw new Refusal(MEETING_CODE.roomNightFull, fullText(room, night))
  return repository.insertRoom(db, meetId, room, registerIds)
}

const [earlier, later] = [(a: string, b: string) => (a < b ? a : b), (a: string, b: string) => (a > b ? a : b)]

/** Puts somebody into the shared room of another: one of their gender, while a bed is free and the further nights are. */
async function share(db: Db, meetId: string, guest: repository.Guest, mate: repository.Guest): Promise<void> {
  if (!mate.stayId || !mate.hotel) throw refuse.field('withId', `${mate.name} 还没有房间`)
  if (guest.roomType !== 'twinShared' || mate.roomType !== 'twinShared') throw refuse.field('withId', '只有双床房（合住）可以合住')
  if (guest.gender === 'unknown' || guest.gender !== mate.gender) throw refuse.field('withId', '合住的两人须为同一性别，请先补填性别')
  if (mate.mates.length > 0) throw refuse.field('withId', `${mate.name} 的房间已住满`)
  const room = { hotel: mate.hotel, roomType: mate.roomType, checkIn: earlier(guest.checkInDate, mate.checkInDate), checkOut: later(guest.checkOutDate, mate.checkOutDate) }
  const night = await repository.fullNight(db, meetId, room, mate.stayId)
  if (night) throw new Refusal(MEETING_CODE.roomNightFull, fullText(room, night))
  await repository.changeRoom(db, mate.stayId, { check_in: room.checkIn, check_out: room.checkOut, reason: '手工安排' })
  await repository.join(db, guest.registerId, mate.stayId)
}

async function placeOne({ db, input, audit }: Context<typeof calls.placeGuest>) {
  const { meetId, registerId, hotel, withId, roomNo } = input
  await heldOpen(db, meetId)
  const guests = await repository.guests(db, meetId)
  const guest = guests.find((one) => one.registerId === registerId)
  if (!guest) throw refuse.field('registerId', '该报名没有住宿，或没有名额')
  const mate = withId ? guests.find((one) => one.registerId === withId && one.registerId !== registerId) : undefined
  if (withId && !mate) throw refuse.field('withId', '合住人没有住宿')
  const stays = guest.stayId !== null && !withId && hotel === guest.hotel
  if (stays && guest.stayId) await repository.changeRoom(db, guest.stayId, { room_no: roomNo ?? null })
  else {
    await repository.leave(db, meetId, registerId)
    if (mate) await share(db, meetId, guest, mate)
    else if (hotel) await giveRoom(db, meetId, { hotel, roomType: guest.roomType, checkIn: guest.checkInDate, checkOut: guest.checkOutDate, roomNo: roomNo ?? null, reason: '手工安排' }, [registerId])
  }
  audit({ recordType: 'meetingRegistration', recordId: registerId, verb: 'placeStay', before: { hotel: guest.hotel }, after: { hotel: mate?.hotel ?? hotel ?? null, mate: mate?.name ?? null, roomNo: roomNo ?? null } })
  return {}
}

/** The first hotel, in the order of the stock, that has a room in every night; else why none has. */
async function giveAny(db: Db, meetId: string, hotels: readonly string[], room: Omit<repository.Room, 'hotel'>, registerIds: readonly string[]): Promise<string | null> {
  let why = `没有酒店备有${roomType.labels[room.roomType]}`
  for (const hotel of hotels) {
    const night = await repository.fullNight(db, meetId, { ...room, hotel })
    if (!night) {
      await repository.insertRoom(db, meetId, { ...room, hotel }, registerIds)
      return null
    }
    why = fullText({ hotel, roomType: room.roomType }, night)
  }
  return why
}

async function arrange({ db, input: { meetId }, audit }: Context<typeof calls.arrangeStay>) {
  await heldOpen(db, meetId)
  const [stock, guests] = [await repository.stock(db, meetId), await repository.guests(db, meetId)]
  const hotelsOf = (type: repository.RoomType) => [...new Set(stock.filter((one) => one.roomType === type).map(({ hotel }) => hotel))]
  const without = guests.filter(({ stayId }) => !stayId)
  const left: { name: string; why: string }[] = []
  let placed = 0
  const give = async (people: readonly repository.Guest[], reason: string) => {
    const [first] = people
    if (!first) return
    const checkIn = people.reduce((day, one) => earlier(day, one.checkInDate), first.checkInDate)
    const checkOut = people.reduce((day, one) => later(day, one.checkOutDate), first.checkOutDate)
    const why = await giveAny(db, meetId, hotelsOf(first.roomType), { roomType: first.roomType, checkIn, checkOut, reason, roomNo: null }, people.map(({ registerId }) => registerId))
    if (why) people.forEach(({ name }) => left.push({ name, why }))
    else placed += people.length
  }
  // Who has a shared room alone already takes the next of those who want to share.
  const alone = guests.filter(({ stayId, roomType: type, mates }) => stayId && type === 'twinShared' && mates.length === 0)
  const known = new Map(guests.map((guest) => [guest.registerId, guest]))
  const sharing = pair([...alone, ...without.filter(({ roomType: type }) => type === 'twinShared')])
  for (const { people, reason } of sharing.pairs) {
    const both = people.flatMap(({ registerId }) => known.get(registerId) ?? [])
    for (const { registerId, stayId } of both) if (stayId) await repository.leave(db, meetId, registerId)
    await give(both, reason)
  }
  for (const { person, why } of sharing.left) if (!known.get(person.registerId)?.stayId) left.push({ name: person.name, why })
  for (const guest of without.filter(({ roomType: type }) => type !== 'twinShared')) await give([guest], '单住')
  audit({ recordType: 'meeting', recordId: meetId, verb: 'arrangeStay', after: { placed, left: left.length } })
  return { placed, left }
}

async function cateringOf(db: Db, meetId: string) {
  const meeting = await meetingOf(db, meetId)
  const people = await repository.coming(db, meetId)
  const options = meeting.options.filter(({ kind }) => kind === 'meal')
  const meals = options.map(({ name, day }) => ({ day: day ?? null, name, people: people.filter(({ optionNames }) => optionNames.includes(name)).length })).sort((a, b) => (a.day ?? '9') < (b.day ?? '9') ? -1 : (a.day ?? '9') > (b.day ?? '9') ? 1 : 0)
  const diets = people.flatMap(({ name, companyName, dietNote, optionNames }) => (dietNote ? [{ name, companyName, dietNote, meals: options.flatMap((option) => (optionNames.includes(option.name) ? [option.name] : [])) }] : []))
  const groups = new Map<string, { hour: string | null; arriveNo: string | null; people: { name: string; companyName: string | null; mobileEnd: string; arriveTime: string | null }[] }>()
  for (const { name, companyName, mobileEnd, needPickup, arriveTime, arriveNo } of people) {
    if (!needPickup) continue
    const hour = arriveTime ? `${localTime(arriveTime).slice(0, 13)}:00` : null
    const group = groups.get(`${hour} ${arriveNo}`) ?? { hour, arriveNo, people: [] }
    group.people.push({ name, companyName, mobileEnd, arriveTime: arriveTime ? iso(arriveTime) : null })
    groups.set(`${hour} ${arriveNo}`, group)
  }
  return { meeting, meals, diets, pickups: [...groups.values()] }
}

async function exported({ db, input: { meetId, format }, audit }: Context<typeof calls.exportStay>) {
  const { meeting, meals, diets, pickups } = await cateringOf(db, meetId)
  const [stock, guests] = [await repository.stock(db, meetId), await repository.guests(db, meetId)]
  const name = meeting.meetingName.replace(/[\\/:*?"<>|]/g, ' ')
  audit({ recordType: 'meeting', recordId: meetId, verb: 'exportStay', after: { format, guests: guests.length } })
  const sheets = [
    { name: '住宿名单', header: ['酒店', '房号', '房型', '姓名', '性别', '单位', '合住人', '入住日期', '离店日期', '说明'], rows: guests.map((g) => [g.hotel ?? '未安排', g.roomNo ?? '', roomType.labels[g.roomType], g.name, gender.labels[g.gender], g.companyName ?? '', g.mates.join('、'), g.checkInDate, g.checkOutDate, g.reason ?? '']) },
    { name: '房量', header: ['酒店', '房型', '入住夜', '间数', '已安排', '剩余'], rows: stock.map((s) => [s.hotel, roomType.labels[s.roomType], s.night, s.rooms, s.used, s.rooms - s.used]) },
    { name: '用餐', header: ['日期', '用餐', '人数'], rows: meals.map((m) => [m.day ?? '', m.name, m.people]) },
    { name: '饮食禁忌', header: ['姓名', '单位', '禁忌', '用餐'], rows: diets.map((d) => [d.name, d.companyName ?? '', d.dietNote, d.meals.join('、')]) },
    { name: '接站', header: ['到达时段', '航班车次', '姓名', '单位', '手机后四位', '到达时间'], rows: pickups.flatMap((p) => p.people.map((one) => [p.hour ?? '未填时间', p.arriveNo ?? '', one.name, one.companyName ?? '', one.mobileEnd, one.arriveTime ? localTime(one.arriveTime).slice(0, 16) : ''])) },
  ]
  if (format === 'xlsx') return { fileName: `住宿用餐-${name}.xlsx`, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body: await writeWorkbook(sheets) }
  const body = await makePdf('住宿用餐', (document) => {
    document.facts([['会议', meeting.meetingName], ['会议时间', localTime(meeting.startTime).slice(0, 16)]])
    for (const sheet of sheets) {
      document.heading(sheet.name)
      if (sheet.rows.length === 0) document.note('没有内容')
      else document.table(sheet.header.map((title) => ({ title, width: title === '单位' || title === '说明' || title === '禁忌' ? 2 : 1 })), sheet.rows.map((row) => row.map(String)))
    }
  })
  return { fileName: `住宿用餐-${name}.pdf`, contentType: 'application/pdf', body }
}

/** Rooms, meals and pick-ups of a meeting. */
export const stay: ServerModule = {
  bindings: [
    handle(calls.selectStayPlan, selectPlan),
    handle(calls.saveStayStock, saveStock),
    handle(calls.placeGuest, placeOne),
    handle(calls.arrangeStay, arrange),
    handle(calls.selectCatering, async ({ db, input }) => {
      const { meeting: _meeting, ...found } = await cateringOf(db, input.meetId)
      return found
    }),
    handle(calls.exportStay, exported),
  ],
  seeds: [stayMenu],
}
