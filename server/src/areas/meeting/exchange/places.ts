import { localTime } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { applyStatus } from '@assoc/contract/meeting/exchange-apply'
import { has } from '../../../platform/access/principal'
import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import * as notices from './notices'
import * as repository from './repository'
import { lockExchange, type Exchange } from './repository'

// Who gets a place at an exchange. Every function here works under the lock of the exchange's row.

type Note = (entry: AuditEntry) => void

/** The exchange, held to the end of the transaction. */
export async function held(db: Db, exchangeId: string): Promise<Exchange> {
  const exchange = await lockExchange(db, exchangeId)
  if (!exchange) throw refuse.notFound()
  return exchange
}

const TAKES_NOBODY: Readonly<Record<Exclude<Exchange['exchangeStatus'], 'open' | 'full'>, string>> = {
  draft: '该活动尚未发布',
  pending: '该活动尚未发布',
  returned: '该活动尚未发布',
  running: '该活动已开始',
  ended: '该活动已结束',
  summarized: '该活动已结束',
  cancelled: '该活动已取消',
}

/** Why an exchange takes no application at this moment, by the database's clock; null when it does. Who decides on applications may add somebody after the closing. */
export function closedWhy({ principal }: Pick<Action, 'principal'>, { exchangeStatus, startDate, applyEnd, now, today }: Exchange): string | null {
  if (exchangeStatus !== 'open' && exchangeStatus !== 'full') return TAKES_NOBODY[exchangeStatus]
  if (startDate <= today) return '该活动已开始'
  if (applyEnd && now >= applyEnd && !has(principal, 'exchange:apply:audit')) return `该活动报名已于 ${localTime(applyEnd).slice(0, 16)} 截止`
  return null
}

export function requireOpen(action: Pick<Action, 'principal'>, exchange: Exchange): void {
  const closed = closedWhy(action, exchange)
  if (closed) throw new Refusal(MEETING_CODE.exchangeClosed, closed)
}

/** Refuses a second application by one number, and says how the first stands. */
export async function requireNew(db: Db, { exchangeId }: Exchange, mobile: string, without: string | null = null): Promise<void> {
  const found = await repository.standing(db, exchangeId, mobile)
  if (found && found.applyId !== without) throw new Refusal(MEETING_CODE.exchangeApplied, `该手机号码已报名本次活动（${applyStatus.labels[found.applyStatus]}）`)
}

/** A passport is asked of those who go abroad, and of nobody else: what is not needed is not kept. */
export function requirePassport({ exchangeType }: Exchange, passportNo: string | null | undefined): void {
  if (exchangeType === 'abroad' && !passportNo) throw refuse.field('passportNo', '境外考察请填写护照号')
  if (exchangeType !== 'abroad' && passportNo) throw refuse.field('passportNo', '只有境外考察需要护照号，请清空')
}

/** Refuses to give a place that is not there. */
export async function requirePlace(db: Db, exchange: Exchange, applyId: string, companyId: string | null): Promise<void> {
  const { taken, ofCompany } = await repository.placesTaken(db, exchange.exchangeId, companyId, applyId)
  if (taken >= exchange.quota) throw new Refusal(MEETING_CODE.exchangeFull, `名额已满（${exchange.quota} 人），可以转为候补`)
  if (companyId && exchange.perCompanyLimit > 0 && ofCompany >= exchange.perCompanyLimit) throw new Refusal(MEETING_CODE.exchangeCompanyFull, `该单位的名额（${exchange.perCompanyLimit} 人）已满，可以转为候补`)
}

/**
 * Gives the places that are free to those who wait, in their order, in the transaction that freed them, and shows whether the exchange
 * is full. Whom the limit of a company stops is passed over and keeps their place on the list. Nothing is given on once it has begun.
 */
export async function givePlaces(db: Db, exchangeId: string, note: Note): Promise<void> {
  const exchange = await held(db, exchangeId)
  if ((exchange.exchangeStatus !== 'open' && exchange.exchangeStatus !== 'full') || exchange.startDate <= exchange.today) return
  for (;;) {
    const { taken } = await repository.placesTaken(db, exchangeId, null)
    const next = taken < exchange.quota ? await repository.nextWaiting(db, exchange) : undefined
    if (!next) {
      const isFull = taken >= exchange.quota
      if (await repository.showPlaces(db, exchangeId, isFull)) {
        note({ recordType: 'studyExchange', recordId: exchangeId, verb: isFull ? 'fill' : 'free', before: { exchangeStatus: exchange.exchangeStatus }, after: { exchangeStatus: isFull ? 'full' : 'open' } })
      }
      return
    }
    await repository.admit(db, next.applyId)
    note({ recordType: 'exchangeApply', recordId: next.applyId, verb: 'admit', before: { applyStatus: 'waiting' }, after: { applyStatus: 'approved' } })
    await notices.tellPlace(db, next, exchange)
  }
}

/** Closes the applications of an exchange that is over or is not to be, and takes away the passports. */
export async function closeAll(db: Db, exchangeId: string, to: 'absent' | 'cancelled', note: Note, reason: string | null = null): Promise<void> {
  await held(db, exchangeId)
  for (const { applyId, before, after } of await repository.closeApplications(db, exchangeId, to)) {
    note({ recordType: 'exchangeApply', recordId: applyId, verb: after === 'absent' ? 'miss' : 'cancel', reason, before: { applyStatus: before }, after: { applyStatus: after } })
  }
  const passports = await repository.dropPassports(db, { exchangeId })
  if (passports > 0) note({ recordType: 'studyExchange', recordId: exchangeId, verb: 'dropPassports', after: { passports } })
}

const TOLD_AT_ONCE = 200

/** Tells those who were cancelled with their exchange, some in each transaction: a job that was cut off goes on after whom it has told. */
export async function tellCancelled({ db }: Pick<Platform, 'db'>, exchangeId: string, reason: string): Promise<void> {
  for (let told = TOLD_AT_ONCE; told === TOLD_AT_ONCE; ) {
    told = await db.transaction().execute(async (tx) => {
      const exchange = await held(tx, exchangeId)
      const people = await repository.takeUntold(tx, exchangeId, TOLD_AT_ONCE)
      for (const person of people) await notices.tellOff(tx, person, exchange, reason)
      return people.length
    })
  }
}

const TITLES = { begin: '交流活动开始', end: '交流活动结束' } as const

/** Moves exchanges on when their days have come, each step with its audit rows in one transaction. */
export async function stepExchanges({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (const verb of ['begin', 'end'] as const) {
    await db.transaction().execute(async (tx) => {
      const moved = await repository.stepByClock(tx, verb)
      const entries = moved.map(({ exchangeId, before, after }) => ({ recordType: 'studyExchange', recordId: exchangeId, verb, before: { exchangeStatus: before }, after: { exchangeStatus: after } }))
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: TITLES[verb] }, entries)
    })
  }
}
