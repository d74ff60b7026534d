import type { FieldsOf, ResponseOf } from '@assoc/contract'
import type { exchangeApply as contract } from '@assoc/contract/meeting/exchange-apply'
import * as calls from '@assoc/contract/meeting/exchange-own'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { reachOf } from '../../../platform/identity/people'
import type { ServerModule } from '../../../platform/module'
import { insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { companiesFor, companiesInScope } from '../own/repository'
import { exchangeApply } from './index'
import { seesExchange } from './own.repository'
import { closedWhy } from './places'
import * as repository from './repository'

// What people do about exchanges for themselves and for the companies that they act for.

type Fields = FieldsOf<typeof contract>

/** Whom somebody may apply for: anybody, or the people of some companies and themselves. */
async function rightsOf(db: Db, principal: Principal, exchangeId: string) {
  const reach = await reachOf(db, principal.userId)
  const anybody = has(principal, 'exchange:apply:update') && (await seesExchange(db, principal, exchangeId))
  return { ...reach, anybody, companies: anybody ? [] : await companiesFor(db, principal, reach.mobile) }
}

/** Refuses somebody whom this account does not apply for: another company's people, or, of a company that it does not act for, anybody but its own person. */
async function requireMine(db: Db, principal: Principal, { anybody, companies, mobile }: Awaited<ReturnType<typeof rightsOf>>, person: { companyId: string | null; mobile: string }): Promise<void> {
  const { companyId } = person
  if (anybody) {
    if (companyId && !(await companiesInScope(db, principal, [companyId])).has(companyId)) throw refuse.field('companyId', '没有这家单位，或不在您的数据范围内')
    return
  }
  const company = companies.find((one) => one.companyId === companyId)
  if (companyId && !company) throw refuse.field('companyId', '只能为本单位人员报名')
  if (company?.acting) return
  if (!mobile || person.mobile !== mobile) throw refuse.field('mobile', '只能为本人报名，手机号码须与账号一致')
  // Whoever is a contact of a company counts among its people: as a guest they would go by its limit.
  if (!companyId && companies.length > 0) throw refuse.field('companyId', '请选择单位')
}

const shown = (row: repository.OpenRow) => ({ ...row, applyEnd: row.applyEnd?.toISOString() ?? null })

async function openExchanges({ db, principal, input }: Context<typeof calls.selectOpenExchanges>): Promise<ResponseOf<typeof calls.selectOpenExchanges>> {
  const { page, pageSize, keyword } = input
  const { mobile } = await reachOf(db, principal.userId)
  const { total, items } = await repository.openExchanges(db, mobile, keyword, pageSize, (page - 1) * pageSize)
  return { total, items: items.map(shown) }
}

async function exchangeToApply({ db, principal, input }: Context<typeof calls.selectExchangeToApply>): Promise<ResponseOf<typeof calls.selectExchangeToApply>> {
  const exchange = await repository.readExchange(db, input.exchangeId)
  const { name, mobile, email, anybody, companies } = await rightsOf(db, principal, input.exchangeId)
  const row = await repository.openExchange(db, mobile, input.exchangeId)
  if (!exchange || !row) throw refuse.notFound()
  return { ...shown(row), closed: closedWhy({ principal }, exchange), forAnybody: anybody, companies: companies.map(({ companyId, companyName }) => ({ companyId, companyName })), self: { name, mobile, email } }
}

async function apply(context: Context<typeof calls.applyForExchange>): Promise<ResponseOf<typeof calls.applyForExchange>> {
  const { db, principal, input } = context
  const fields = input as unknown as Fields
  await requireMine(db, principal, await rightsOf(db, principal, fields.exchangeId), { companyId: fields.companyId ?? null, mobile: fields.mobile })
  return { applyId: await insertFields(exchangeApply.runtime, context as unknown as Action, fields), applyStatus: 'pending' }
}

export const ownExchanges: ServerModule = { bindings: [handle(calls.selectOpenExchanges, openExchanges), handle(calls.selectExchangeToApply, exchangeToApply), handle(calls.applyForExchange, apply)] }
