import * as calls from '@assoc/contract/meeting/seat'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { makeSheets } from '../../../platform/pdf/layout'
import { makePdf } from '../../../platform/pdf/pdf'
import { readMeeting, type Meeting } from '../meeting/repository'
import { fill } from './fill'
import { tellMoved, tellPublished } from './notices'
import * as repository from './repository'
import { demoArrangements, seatMenu } from './seed'

const closedWhy = ({ meetingStatus }: Pick<Meeting, 'meetingStatus'>): string | null =>
  meetingStatus === 'archived' ? '会议已归档，座位不能再改' : meetingStatus === 'cancelled' ? '会议已取消，座位不能再改' : null

async function meetingOf(db: Db, meetId: string): Promise<Meeting> {
  const meeting = await readMeeting(db, meetId)
  if (!meeting) throw refuse.notFound()
  return meeting
}

/** The plan of a meeting whose seats may still be changed, held to the end of the transaction. */
async function heldPlan(db: Db, meetId: string) {
  const closed = closedWhy(await meetingOf(db, meetId))
  if (closed) throw new Refusal(MEETING_CODE.closed, closed)
  const plan = await repository.lockPlan(db, meetId)
  if (!plan) throw refuse.field('meetId', '请先设置座位区域')
  return { meetId, published: plan.published }
}

async function selectPlan({ db, input: { meetId } }: Context<typeof calls.selectSeatPlan>) {
  const meeting = await meetingOf(db, meetId)
  const [plan, seats, people] = [await repository.plan(db, meetId), await repository.seats(db, meetId), await repository.people(db, meetId)]
  return {
    meetingName: meeting.meetingName,
    published: plan?.published ?? false,
    areas: plan?.areas ?? [],
    seats,
    people: people.map(({ registerId, name, companyName, postName, categoryName }) => ({ registerId, name, companyName, postName, categoryName })),
    closed: closedWhy(meeting),
  }
}

async function saveAreas({ db, input: { meetId, areas }, audit }: Context<typeof calls.saveSeatAreas>) {
  const closed = closedWhy(await meetingOf(db, meetId))
  if (closed) throw new Refusal(MEETING_CODE.closed, closed)
  const before = await repository.lockPlan(db, meetId)
  const taken = await repository.inTheWay(db, meetId, areas)
  if (taken.length > 0) throw refuse.field('areas', `${taken.map(calls.seatName).join('、')} 等座位已有人，请先移开`)
  await repository.savePlan(db, meetId, areas)
  await repository.makeSeats(db, meetId, areas)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'saveSeatAreas', before: { areas: before?.areas ?? [] }, after: { areas } })
  return {}
}

/** Puts somebody on a seat; who sits there gets theirs. Under the lock of the plan. */
export async function place(db: Db, { meetId, registerId, seatId, expects }: { meetId: string; registerId: string; seatId: string | null; expects: string | null }): Promise<string[]> {
  const all = await repository.seats(db, meetId)
  const from = all.find((seat) => seat.registerId === registerId)
  if (from?.state === 'locked') throw refuse.field('registerId', `${calls.seatName(from)} 已锁定，请先解锁`)
  if (!seatId) {
    if (from) await repository.leave(db, [from.seatId])
    return from ? [from.seatId] : []
  }
  if (!(await repository.hasPlace(db, meetId, registerId))) throw refuse.field('registerId', '该报名已取消，或没有名额')
  const to = all.find((seat) => seat.seatId === seatId)
  if (!to) throw refuse.field('seatId', '该座位已不在座位图中，请刷新')
  if (to.state === 'blocked') throw refuse.field('seatId', `${calls.seatName(to)} 已停用`)
  if (to.registerId === registerId) return [to.seatId]
  if (to.registerId !== expects) throw new Refusal(MEETING_CODE.seatTaken, to.registerId ? `${calls.seatName(to)} 已有其他人就座，请刷新后重试` : `${calls.seatName(to)} 的就座人已变动，请刷新后重试`)
  if (to.registerId && to.state === 'locked') throw refuse.field('seatId', `${calls.seatName(to)} 已锁定，请先解锁`)
  // Both are free for a moment: each person has one seat by a unique index.
  const touched = [to.seatId, ...(from ? [from.seatId] : [])]
  await repository.leave(db, touched)
  if (from && to.registerId) await repository.take(db, from.seatId, to.registerId, '手工调换')
  await repository.take(db, to.seatId, registerId, '手工安排')
  return touched
}

async function placeOne({ db, input, audit }: Context<typeof calls.placePerson>) {
  const plan = await heldPlan(db, input.meetId)
  const touched = await place(db, input)
  await tellMoved(db, plan)
  const seats = touched.length > 0 ? await repository.seats(db, input.meetId, touched) : []
  const now = seats.find((seat) => seat.registerId === input.registerId)
  audit({ recordType: 'meetingRegistration', recordId: input.registerId, verb: 'placeSeat', after: { seatNo: now ? calls.seatName(now) : null } })
  return { seats }
}

async function setState({ db, input: { meetId, seatIds, state }, audit }: Context<typeof calls.stateSeats>) {
  await heldPlan(db, meetId)
  const before = await repository.seats(db, meetId, seatIds)
  if (before.length < new Set(seatIds).size) throw refuse.field('seatIds', '有座位已不在座位图中，请刷新')
  const taken = state === 'blocked' ? before.find((seat) => seat.registerId) : undefined
  if (taken) throw refuse.field('seatIds', `${calls.seatName(taken)} 有人就座，不能停用`)
  await repository.setState(db, meetId, seatIds, state)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'stateSeats', after: { seats: before.slice(0, 50).map(calls.seatName), count: before.length, state } })
  return { seats: await repository.seats(db, meetId, seatIds) }
}

async function fillAll({ db, input, audit }: Context<typeof calls.fillSeats>) {
  const { meetId, keepSeated, ...rules } = input
  const plan = await heldPlan(db, meetId)
  if (!keepSeated) await repository.clear(db, meetId)
  const [seats, people] = [await repository.seats(db, meetId), await repository.people(db, meetId)]
  const sits = new Set(seats.flatMap((seat) => seat.registerId ?? []))
  const { seated, left } = fill(seats.filter((seat) => seat.state === 'free' && !seat.registerId), people.filter(({ registerId }) => !sits.has(registerId)), rules)
  await repository.takeMany(db, seated)
  await tellMoved(db, plan)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'fillSeats', after: { ...rules, keepSeated, seated: seated.length, left: left.length } })
  const names = new Map(people.map((person) => [person.registerId, `${person.name}（${person.companyName ?? ''}）`]))
  return { seated: seated.length, left: left.map(({ registerId }) => names.get(registerId) ?? '').slice(0, 200) }
}

async function clearAll({ db, input: { meetId }, audit }: Context<typeof calls.clearSeats>) {
  await heldPlan(db, meetId)
  await repository.clear(db, meetId)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'clearSeats' })
  return {}
}

async function publish({ db, input: { meetId, published }, audit }: Context<typeof calls.publishSeats>) {
  const { published: before } = await heldPlan(db, meetId)
  await repository.publish(db, meetId, published)
  if (published) await tellPublished(db, meetId)
  audit({ recordType: 'meeting', recordId: meetId, verb: 'publishSeats', before: { published: before }, after: { published } })
  return {}
}

const [SHEET_WIDTH, SHEET_HEIGHT, EDGE] = [420, 297, 12]

/** The plan on A3, an area a sheet, or the list of who sits where on A4. */
async function print({ db, input: { meetId, format }, audit }: Context<typeof calls.printSeats>) {
  const meeting = await meetingOf(db, meetId)
  const [plan, seats, people] = [await repository.plan(db, meetId), await repository.seats(db, meetId), await repository.people(db, meetId)]
  if (!plan || seats.length === 0) throw refuse.field('meetId', '请先设置座位区域')
  const known = new Map(people.map((person) => [person.registerId, person]))
  const name = meeting.meetingName.replace(/[\\/:*?"<>|]/g, ' ')
  audit({ recordType: 'meeting', recordId: meetId, verb: 'printSeats', after: { format } })
  const body =
    format === 'list'
      ? await makePdf('座位表', (document) => {
          document.facts([['会议', meeting.meetingName], ['已排', `${seats.filter((seat) => seat.registerId).length} 人`]])
          document.table([{ title: '座位', width: 2 }, { title: '姓名', width: 2 }, { title: '单位', width: 4 }, { title: '职务', width: 3 }], seats.flatMap((seat) => {
            const person = seat.registerId ? known.get(seat.registerId) : undefined
            return person ? [[calls.seatName(seat), person.name, person.companyName ?? '', person.postName]] : []
          }))
        })
      : await makeSheets(`${meeting.meetingName} 座位图`, [SHEET_WIDTH, SHEET_HEIGHT], (sheet) => {
          plan.areas.forEach(({ area, kind, lines, seats: across }, i) => {
            if (i > 0) sheet.nextSheet()
            sheet.text(`${meeting.meetingName} · ${area} 区`, { x: EDGE, y: EDGE, width: SHEET_WIDTH - 2 * EDGE, size: 16, strong: true })
            const [wide, high] = [(SHEET_WIDTH - 2 * EDGE - 14) / across, Math.min(22, (SHEET_HEIGHT - 2 * EDGE - 14) / lines)]
            const size = Math.max(4, Math.min(10, high * 1.1, wide * 0.55))
            for (const seat of seats.filter((one) => one.area === area)) {
              const [x, y] = [EDGE + 14 + (seat.place - 1) * wide, EDGE + 14 + (seat.line - 1) * high]
              if (seat.place === 1) sheet.text(`${seat.line} ${kind === 'tables' ? '桌' : '排'}`, { x: EDGE, y: y + high / 3, width: 13, size: Math.min(8, size) })
              sheet.box(x, y, wide - 0.6, high - 0.6, { line: '#B8B5AE', ...(seat.state === 'blocked' ? { fill: '#E4E1DA' } : {}) })
              const person = seat.registerId ? known.get(seat.registerId) : undefined
              sheet.text(person ? person.name : String(seat.place), { x, y: y + high * 0.12, width: wide - 0.6, height: high * 0.5, size, align: 'center', strong: Boolean(person), ...(person ? {} : { colour: '#8A8F98' }) })
              if (person?.companyName && high > 8) sheet.text(person.companyName, { x, y: y + high * 0.55, width: wide - 0.6, height: high * 0.4, size: size * 0.7, align: 'center', colour: '#666D78' })
            }
          })
        })
  return { fileName: `座位${format === 'list' ? '表' : '图'}-${name}.pdf`, contentType: 'application/pdf', body }
}

/** Seats of meetings. */
export const seats: ServerModule = {
  bindings: [
    handle(calls.selectSeatPlan, selectPlan),
    handle(calls.saveSeatAreas, saveAreas),
    handle(calls.placePerson, placeOne),
    handle(calls.stateSeats, setState),
    handle(calls.fillSeats, fillAll),
    handle(calls.clearSeats, clearAll),
    handle(calls.publishSeats, publish),
    handle(calls.printSeats, print),
  ],
  seeds: [seatMenu, demoArrangements],
}
