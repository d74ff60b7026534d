import { metaOf, shapeOf, viewLink, type AnyResource, type InputOf, type Transition } from '@assoc/contract'
import { holdsId } from '@assoc/contract/core/references'
import * as calls from '@assoc/contract/platform/inbox'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { abilitiesOf, batchRows, changeRow } from '../../../platform/resource/actions'
import { maskedRow, versionOf, type Action, type ResourceRuntime, type Row } from '../../../platform/resource/definition'
import { countOf, findRow, idsAfter, rowsOf } from '../../../platform/resource/rows.repository'
import { inboxKindsOf, type InboxKind } from '../../../platform/workspace/inbox'
import { actingFor, behalves, noteDecided, requireBehalf, type Behalf } from '../deputy/service'
import { wordOf } from '../record/words'
import { areaOf } from './area'
import { broughtBy } from './repository'

const machineOf = ({ contract }: Pick<ResourceRuntime, 'contract'>) => (contract as AnyResource).definition.status?.machine

/** Verbs by which a record comes into a status. */
const waysInto = (m: ResourceRuntime, status: string): string[] => ['insert', ...(machineOf(m)?.transitions.filter((t) => t.to === status).map((t) => t.verb) ?? [])]

/** What a record is worth: the first sum of money among its facts, or of its row. */
function amountOf({ contract }: ResourceRuntime, row: Row): number | null {
  const shape = shapeOf(contract.row) ?? {}
  const isMoney = (field: string) => ['money', 'yuan'].includes(metaOf(shape[field] as never)?.show ?? '')
  const names = [...((contract as AnyResource).definition.facts ?? []), ...Object.keys(shape)].filter((field) => shape[field])
  const value = row[names.find((field) => isMoney(field) && typeof row[field] === 'number') ?? '']
  return typeof value === 'number' ? value : null
}

/** When a record that was laid without a log came: the last time that it tells of, or the day; of one without either nothing is told. */
function timeOf({ contract }: ResourceRuntime, row: Row): string {
  const shape = shapeOf(contract.row) ?? {}
  const told = (show: string) => Object.keys(shape).filter((field) => metaOf(shape[field] as never)?.show === show && row[field])
  const field = ['updateTime', 'createTime'].find((name) => row[name]) ?? told('instant')[0] ?? told('date')[0]
  const time = field === undefined ? undefined : new Date(row[field] as string | Date)
  return time && Number.isFinite(time.getTime()) ? time.toISOString() : ''
}

/** Whom or what a record is about, where its name does not say so: the first of its facts in words. */
function subjectOf({ contract }: ResourceRuntime, row: Row, title: string): string | null {
  const shape = shapeOf(contract.row) ?? {}
  const { facts = [] } = (contract as AnyResource).definition
  const isText = (field: string) => shape[field] !== undefined && metaOf(shape[field]).show === undefined && metaOf(shape[field]).options === undefined && typeof row[field] === 'string'
  const field = facts.find((name) => isText(name) && row[name] !== '' && row[name] !== title)
  return field === undefined ? null : String(row[field])
}

async function itemsOf(db: Db, found: readonly { kind: InboxKind; row: Row }[]) {
  const idOf = ({ kind, row }: { kind: InboxKind; row: Row }) => String(row[kind.runtime.idField])
  const brought = await broughtBy(db, found.map((each) => ({ recordType: each.kind.runtime.entity.name, recordId: idOf(each), verbs: waysInto(each.kind.runtime, each.kind.status) })))
  return found.map((each) => {
    const { kind, row } = each
    const recordId = idOf(each)
    const log = brought.get(`${kind.runtime.entity.name} ${recordId}`)
    const title = kind.runtime.nameOf(row)
    return {
      kind: kind.key,
      kindLabel: kind.label,
      recordId,
      title,
      subject: subjectOf(kind.runtime, maskedRow(kind.runtime, row), title),
      amount: amountOf(kind.runtime, row),
      askedBy: log?.userName || null,
      since: log?.time.toISOString() ?? timeOf(kind.runtime, row),
      link: viewLink(kind.view, { ...kind.query, record: recordId }),
    }
  })
}

const byAge = (a: { since: string }, b: { since: string }) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)

/** The rows of a kind in their order from an offset on; so few columns more cost nothing beside the look-ups. */
async function waiting(db: Db, principal: Principal, kind: InboxKind, limit: number, offset: number) {
  const ids = (await idsAfter(db, kind.runtime, principal, kind.asked, '0', offset + limit)).slice(offset)
  if (ids.length === 0) return []
  const rows = await rowsOf(db, kind.runtime, principal, { filters: {}, ids }, ids.length, 0)
  return rows.map((row) => ({ kind, row: row as Row }))
}

/** Deep pages would be read through from the first one on. */
const DEEPEST = 5_000

/** Whose things they are: the person's own, or those of somebody for whom they stand in now. */
interface Whose {
  principal: Principal
  kinds: readonly InboxKind[]
  behalf: Behalf | null
}

async function whose(db: Db, principal: Principal, deputyId: string | undefined): Promise<Whose> {
  if (deputyId === undefined) return { principal, kinds: inboxKindsOf(principal), behalf: null }
  const behalf = await requireBehalf(db, principal, deputyId)
  return { principal: behalf.principal, kinds: behalf.kinds, behalf }
}

/** For whom the person stands in, and how much waits for each of them. */
async function behalfCounts(db: Db, person: Principal) {
  const all = await behalves(db, person)
  return Promise.all(
    all.map(async ({ deputyId, name, toTime, principal, kinds }) => {
      const counts = await Promise.all(kinds.map((kind) => countOf(db, kind.runtime, principal, kind.asked)))
      return { deputyId, name, toTime: toTime.toISOString(), count: counts.reduce((sum, count) => sum + count, 0) }
    }),
  )
}

export async function selectInbox({ db, principal, input }: Context<typeof calls.selectInbox>) {
  const [listed, behalf] = await Promise.all([things(db, await whose(db, principal, input.deputyId), input), behalfCounts(db, principal)])
  return { ...listed, behalf }
}

async function things(db: Db, { principal, kinds: mine }: Whose, input: Pick<InputOf<typeof calls.selectInbox>, 'kind' | 'page' | 'pageSize'>) {
  const counts = await Promise.all(mine.map((kind) => countOf(db, kind.runtime, principal, kind.asked)))
  const kinds = mine.flatMap((kind, i) => {
    const count = counts[i] ?? 0
    return count > 0 ? [{ key: kind.key, label: kind.label, area: areaOf(kind.permit), count, link: viewLink(kind.view, kind.query) }] : []
  })
  const offset = (input.page - 1) * input.pageSize
  const wanted = mine.filter((kind, i) => (counts[i] ?? 0) > 0 && (!input.kind || kind.key === input.kind))
  if (input.kind) {
    const [kind] = wanted
    const items = kind && offset < DEEPEST ? await itemsOf(db, await waiting(db, principal, kind, input.pageSize, offset)) : []
    return { kinds, items: items.sort(byAge), total: Math.min(kinds.find(({ key }) => key === input.kind)?.count ?? 0, DEEPEST) }
  }
  const rows = (await Promise.all(wanted.map((kind) => waiting(db, principal, kind, calls.INBOX_OF_KIND, 0)))).flat()
  const items = (await itemsOf(db, rows)).sort(byAge)
  return { kinds, items: items.slice(offset, offset + input.pageSize), total: items.length }
}

/** A thing of the inbox with its kind, as long as it waits for whose it is; otherwise it is not there. */
async function requireWaiting(db: Db, { principal, kinds }: Whose, key: string, recordId: string): Promise<{ kind: InboxKind; row: Row }> {
  const kind = kinds.find((each) => each.key === key)
  if (!kind) throw refuse.notFound()
  const [id] = await idsAfter(db, kind.runtime, principal, { ...kind.asked, ids: [recordId] }, '0', 1)
  const row = id === undefined ? undefined : await findRow(db, kind.runtime, principal, recordId)
  if (!row) throw refuse.notFound()
  return { kind, row: row as Row }
}

/** What takes more than a reason is done where the record's own form is. */
const takesMore = (step: Transition<string>): boolean => step.single === true || 'input' in step

function stepsOf({ kind, row }: { kind: InboxKind; row: Row }, principal: Principal) {
  const open = abilitiesOf(kind.runtime, principal, row)
  return machineOf(kind.runtime)?.transitions.filter((t) => t.from.includes(kind.status) && open.includes(t.verb)) ?? []
}

/** Fields of a record in their words, without those that are empty, ids and what only the machinery reads. */
function factsOf({ contract, ...m }: ResourceRuntime, row: Row) {
  const shape = shapeOf(contract.row) ?? {}
  const { facts = [], status } = (contract as AnyResource).definition
  const masked = maskedRow({ contract, ...m }, row)
  const shown = (field: string) => shape[field] !== undefined && metaOf(shape[field]).label !== undefined && !holdsId(shape[field]) && !['version', 'abilities', 'separated', status?.field].includes(field) && !field.endsWith('Time')
  return [...new Set([...facts, ...Object.keys(shape)])].filter(shown).flatMap((field) => {
    const value = masked[field]
    const text = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? '' : wordOf(contract as AnyResource, field, value)
    return text && text !== '—' && text !== '[object Object]' ? [{ label: metaOf(shape[field] as never).label ?? field, text }] : []
  })
}

export async function selectInboxRecord({ db, principal, input }: Context<typeof calls.selectInboxRecord>) {
  const of = await whose(db, principal, input.deputyId)
  const found = await requireWaiting(db, of, input.kind, input.recordId)
  const [item] = await itemsOf(db, [found])
  if (!item) throw refuse.notFound()
  const steps = stepsOf(found, of.principal)
  return {
    recordType: found.kind.runtime.entity.name,
    item,
    version: versionOf(found.row),
    facts: factsOf(found.kind.runtime, found.row),
    steps: steps.filter((step) => !takesMore(step)).map(({ verb, label, danger, reason, reasonLabel }) => ({ verb, label, danger: danger === true, reason: reason ?? ('none' as const), reasonLabel: reasonLabel ?? '原因' })),
    elsewhere: steps.filter(takesMore).map(({ label }) => label),
  }
}

/** The step as the resource itself carries it out: its permit, separation, rules, version and log. */
function requireStep(kind: InboxKind, verb: string): void {
  const step = machineOf(kind.runtime)?.find(verb, kind.status)
  if (!step) throw refuse.badTransition()
  if (takesMore(step)) throw refuse.field('verb', '此操作须在记录页办理')
}

export async function decideInbox(context: Context<typeof calls.decideInbox>) {
  const { db, principal, input } = context
  const of = await whose(db, principal, input.deputyId)
  const { kind } = await requireWaiting(db, of, input.kind, input.recordId)
  requireStep(kind, input.verb)
  const action = { ...actingFor(context, of.behalf), input: { [kind.runtime.idField]: input.recordId, version: input.version, verb: input.verb, reason: input.reason ?? null } } as unknown as Action
  const done = (await changeRow(kind.runtime, action)) as Row
  if (of.behalf) noteDecided(context, of.behalf, kind, input.verb, 1)
  const status = (kind.runtime.contract as AnyResource).definition.status
  return { status: status?.machine.labels[String(done[status.field])] ?? '' }
}

export async function decideInboxMany(context: Context<typeof calls.decideInboxMany>) {
  const { db, principal, input } = context
  const of = await whose(db, principal, input.deputyId)
  const kind = of.kinds.find((each) => each.key === input.kind)
  if (!kind) throw refuse.notFound()
  requireStep(kind, input.verb)
  const answer = await batchRows(kind.runtime, { ...actingFor(context, of.behalf), input: { verb: input.verb, ids: [...new Set(input.ids)], reason: input.reason ?? null } } as unknown as Action)
  if (of.behalf && answer.done > 0) noteDecided(context, of.behalf, kind, input.verb, answer.done)
  return answer
}
