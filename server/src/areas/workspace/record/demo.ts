import { metaOf, type Transition } from '@assoc/contract'
import { dayAfter, dayOf, instantOf } from '@assoc/contract/core/day'
import { holdersOfAny, namesOf, type Holder } from '../../../platform/access/holders'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { findReadable } from '../../../platform/record/readable'
import { actedBy } from '../../../platform/resource/acted-by'
import { maskedRow, type ResourceRuntime, type Row } from '../../../platform/resource/definition'
import { SYSTEM } from '../../../platform/resource/in-job'
import { resourceRuntimes } from '../../../platform/resource/registry'
import { rowsOf } from '../../../platform/resource/rows.repository'
import type { Seed } from '../../../platform/seed'
import * as repository from './demo.repository'
import { waitingSteps } from './process'

// The rows of the demo association are inserted by statements of their own, which leave no log. So that their pages look as those of
// an association at work, the log is given what must have happened: the way through the status machine, by people who may go it.

/** Rows of a resource that get a history: the first of its list, and a few of each status. */
const [FIRST, EACH] = [20, 6]
/** Every so many rows that wait have a note. */
const NOTED = 3

// By verb or label; what refuses stands before what agrees, for 不通过 holds 通过.
const OPINIONS: [steps: RegExp, words: string[]][] = [
  [/^return|退回|补正/, ['盖章页不清晰，请重新上传后提交', '证明材料与登记内容不一致，请核对后补正']],
  [/^(reject|refuse)|驳回|拒绝|不通过|不予/, ['不符合规定的条件，理由已书面告知']],
  [/^(suspend|disable|cancel|withdraw|void)|暂停|停用|注销|作废|撤/, ['按经办部门的书面申请办理', '情况有变，按申请单位要求办理']],
  [/^(pass|approve|confirm|certif|publish|agree|accept)|通过|批准|确认/, ['材料齐全，符合要求，同意办理', '已核对原件，与登记内容一致，同意', '符合章程和相关办法的规定，同意']],
]
const NOTES = ['已电话联系经办人，答复本周内补齐。', '原件已收到，存放在档案柜第二层。', '与对方核对过，登记内容无误。']

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

const textIn = (row: Row, field: string): string | undefined => {
  const value = row[field]
  return typeof value === 'string' && value ? value : undefined
}

function opinionOf(row: Row, step: Transition<string>, n: number): string | null {
  // Some resources keep opinions with their row as well, by these names.
  const kept = step.verb.endsWith('First') ? 'firstOpinion' : step.verb.endsWith('Second') ? 'secondOpinion' : step.verb.startsWith('reject') ? 'rejectReason' : null
  const own = kept && textIn(row, kept)
  if (own) return own
  if (!step.reason) return null
  return at(OPINIONS.find(([steps]) => steps.test(`${step.verb} ${step.label}`))?.[1] ?? ['已按规定核对并办理'], n) ?? null
}

/** The shortest way of a machine to a status from where its rows begin. */
function wayTo(transitions: readonly Transition<string>[], first: string, status: string): Transition<string>[] {
  const ways = new Map<string, Transition<string>[]>([[first, []]])
  for (const queue = [first]; queue.length > 0 && !ways.has(status); ) {
    const from = queue.shift() as string
    for (const step of transitions) {
      if (!step.from.includes(from) || ways.has(step.to)) continue
      ways.set(step.to, [...(ways.get(from) ?? []), step])
      queue.push(step.to)
    }
  }
  return ways.get(status) ?? []
}

class People {
  private readonly known = new Map<string, Holder[]>()
  constructor(private readonly db: Db) {}

  /** Staff of a department who hold a permit. */
  async holding(permit: string): Promise<Holder[]> {
    const known = this.known.get(permit)
    if (known) return known
    const staff = (await holdersOfAny(this.db, [permit], { near: null, limit: 10 })).filter((holder) => holder.deptId !== null)
    this.known.set(permit, staff)
    return staff
  }
}

/** Times of so many entries, the last when the row was last changed, the others on working hours of days before. */
function timesOf(end: string, count: number, n: number): string[] {
  return Array.from({ length: count }, (_, k) => {
    const back = count - 1 - k
    if (back === 0) return end
    const minutes = 9 * 60 + ((n * 37 + k * 101) % 450)
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
    return instantOf(`${dayAfter(dayOf(end), -(back + (((n + back) % 3) + 1) * back))} ${clock}`)
  })
}

async function demoRows(db: Db, runtime: ResourceRuntime, principal: Principal): Promise<Row[]> {
  const { status, filters = {} } = runtime.contract.definition
  const rows = await rowsOf(db, runtime, principal, { filters: {} }, FIRST, 0)
  if (status && status.field in filters) {
    for (const value of Object.keys(status.machine.labels)) rows.push(...(await rowsOf(db, runtime, principal, { filters: { [status.field]: [value] } }, EACH, 0)))
  }
  return [...new Map(rows.map((row) => [String(row[runtime.idField]), row])).values()]
}

async function historyOf(db: Db, runtime: ResourceRuntime, principal: Principal, people: People): Promise<void> {
  const { contract, entity, idField } = runtime
  const { definition } = contract
  const insert = contract.insert
  // A part of a statement that brings its own conditions, such as recipients of one message, is no record of its own.
  if (definition.appendOnly || Object.values(definition.filters ?? {}).some((schema) => !schema.safeParse(undefined).success)) return
  const known = await repository.knownRecords(db, entity.name)
  const rows = (await demoRows(db, runtime, principal)).filter((row) => !known.has(String(row[idField])))
  const machine = definition.status?.machine
  const field = definition.status?.field ?? ''
  const makers = insert?.access.kind === 'permit' ? await people.holding(insert.access.code) : []
  const entries: repository.DemoEntry[] = []
  for (const [n, row] of rows.entries()) {
    const id = String(row[idField])
    const way = machine ? wayTo(machine.transitions, Object.keys(machine.labels)[0] ?? '', String(row[field])) : []
    const acted = new Map(actedBy(row).flatMap((mark) => (mark ? [mark.split(':') as [string, string]] : [])))
    const names = await namesOf(db, [...acted.values()].filter((one) => /^\d+$/.test(one)))
    const told = textIn(row, 'updateTime') ?? textIn(row, 'createTime')
    const end = told && Date.parse(told) <= Date.now() ? new Date(told).toISOString() : new Date(Date.now() - ((n % 9) + 1) * 43_200_000).toISOString()
    const times = timesOf(end, way.length + 1, n)
    const by = (verb: string, others: readonly Holder[], not: string | null) => {
      const noted = acted.get(verb)
      if (noted && names.has(noted)) return { user_id: noted, user_name: names.get(noted) ?? '' }
      const one = at(others.filter((holder) => holder.userId !== not), n) ?? at(others, n)
      return { user_id: one?.userId ?? null, user_name: one?.realName ?? SYSTEM.realName }
    }
    const maker = by('write', makers, null)
    const base = { record_type: entity.name, record_id: id }
    if (insert) {
      const fields = Object.entries(definition.fields).filter(([name, schema]) => !metaOf(schema).files && row[name] !== null && row[name] !== undefined && typeof row[name] !== 'object')
      const after = Object.fromEntries(fields.map(([name]) => [name, maskedRow(runtime, row)[name]]))
      entries.push({ ...base, ...maker, time: times[0] ?? end, path: insert.path, title: insert.title, verb: 'insert', reason: null, before: null, after: JSON.stringify(after) })
    }
    let last = maker.user_id
    for (const [k, step] of way.entries()) {
      const actor = by(step.verb, await people.holding(step.permit), step.separate ? last : null)
      const from = way[k - 1]?.to ?? Object.keys(machine?.labels ?? {})[0]
      entries.push({ ...base, ...actor, time: times[k + 1] ?? end, path: contract.change?.path ?? '', title: contract.change?.title ?? '', verb: step.verb, reason: opinionOf(row, step, n), before: JSON.stringify({ [field]: from }), after: JSON.stringify({ [field]: step.to }) })
      last = actor.user_id
    }
    const waiting = machine ? waitingSteps(runtime, String(row[field])) : []
    if (waiting.length > 0 && n % NOTED === 0 && last) await note(db, runtime, { id, n, end, writer: last, next: (await people.holding(waiting[0]?.permit ?? '')).filter((holder) => holder.userId !== last) })
  }
  await repository.insertEntries(db, entries)
}

/** A note of who acted last, to whom it waits for where they may read the record. */
async function note(db: Db, runtime: ResourceRuntime, { id, n, end, writer, next }: { id: string; n: number; end: string; writer: string; next: readonly Holder[] }): Promise<void> {
  const other = at(next, n)
  const facts = other && (await loadUserFacts(db, other.userId))
  const reads = facts && (await findReadable(db, { ...facts.principal, sessionId: '' }, runtime.entity.name, id))
  const text = at(NOTES, n) ?? ''
  const time = new Date(Math.min(Date.parse(end) + 2_700_000, Date.now())).toISOString()
  await repository.insertNote(db, { recordType: runtime.entity.name, recordId: id, content: reads && other ? `@${other.realName} ${text}` : text, mentioned: reads && other ? [other.userId] : [], createBy: writer, time })
}

/** Nobody is signed in while an installation is laid down, and there is no administrator yet: rows are read as whoever sees those of every module. */
const everything = (): Principal => ({
  ...SYSTEM,
  scopes: Object.fromEntries(resourceRuntimes().flatMap(({ entity }) => (entity.module ? [[entity.module, { all: true, deptIds: [], jurisdictions: [], self: false }]] : []))),
})

async function seedDemo(db: Db): Promise<void> {
  const people = new People(db)
  for (const runtime of resourceRuntimes()) await historyOf(db, runtime, everything(), people)
}

export const demoHistories: Seed = { name: 'workspace.record.demo', order: 95, demo: true, run: seedDemo }
