import { viewLink, type AnyResource } from '@assoc/contract'
import type * as calls from '@assoc/contract/platform/inbox'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { mayRead } from '../../../platform/record/readable'
import type { ResourceRuntime, Row } from '../../../platform/resource/definition'
import { resourceRuntimes, runtimeNamed } from '../../../platform/resource/registry'
import { rowsOf } from '../../../platform/resource/rows.repository'
import { inboxEntities } from '../../../platform/workspace/inbox'
import { actorsOf, waitingSteps } from '../record/process'
import { copiesFor, markCopies as mark } from '../record/repository'
import { statusOf } from '../record/words'
import { stepsOfPerson } from './repository'

const machineOf = (m: ResourceRuntime) => (m.contract as AnyResource).definition.status?.machine

/** Resources whose decisions are other people's than the writer's, with the verbs of these decisions. */
const decided = () =>
  resourceRuntimes().flatMap((m) => {
    const verbs = [...new Set(machineOf(m)?.transitions.filter((t) => t.separate).map((t) => t.verb))]
    return verbs.length > 0 ? [{ recordType: m.entity.name, verbs }] : []
  })

/** Making and submitting a record of a resource that waits for somebody's decision. */
const asked = () => inboxEntities().map((recordType) => ({ recordType, verbs: ['insert', 'submit', 'resubmit'] }))

/** How far back the person's own part of the log is read. */
const READ_MOST = 400

type Step = Awaited<ReturnType<typeof stepsOfPerson>>[number]
type OfRecord = Pick<Step, 'recordType' | 'recordId'>

/** The records of some steps as this person may read them now, by kind in one statement each. */
async function recordsOf(db: Db, principal: Principal, steps: readonly OfRecord[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const recordType of new Set(steps.map((step) => step.recordType))) {
    const m = runtimeNamed(recordType)
    if (!m || !mayRead(m, principal)) continue
    const ids = [...new Set(steps.filter((step) => step.recordType === recordType).map((step) => step.recordId))]
    for (const row of await rowsOf(db, m, principal, { filters: {}, ids }, ids.length, 0)) found.set(`${recordType} ${String((row as Row)[m.idField])}`, row as Row)
  }
  return found
}

function told(step: Step, row: Row | undefined) {
  const m = runtimeNamed(step.recordType)
  const definition = m && (m.contract as AnyResource).definition
  const from = definition?.status && (step.before as Row | null)?.[definition.status.field]
  const machine = m && machineOf(m)
  const label = step.verb === 'insert' ? '新增' : ((typeof from === 'string' ? machine?.find(step.verb, from)?.label : undefined) ?? machine?.transitions.find((t) => t.verb === step.verb)?.label ?? step.verb)
  return {
    auditId: step.auditId,
    what: definition?.label ?? step.recordType,
    title: m && row ? m.nameOf(row) : '',
    step: label,
    reason: step.reason,
    time: step.time.toISOString(),
    status: (m && row && statusOf(m, row)?.label) || null,
    link: definition?.view && row ? viewLink(definition.view, { record: step.recordId }) : null,
  }
}

export async function selectDecided({ db, principal, input }: Context<typeof calls.selectDecided>) {
  const offset = (input.page - 1) * input.pageSize
  const all = await stepsOfPerson(db, principal.userId, decided(), READ_MOST, 0)
  const steps = all.slice(offset, offset + input.pageSize)
  const records = await recordsOf(db, principal, steps)
  return { total: all.length, items: steps.map((step) => told(step, records.get(`${step.recordType} ${step.recordId}`))) }
}

export async function selectAsked({ db, principal, input }: Context<typeof calls.selectAsked>) {
  const steps = await stepsOfPerson(db, principal.userId, asked(), READ_MOST, 0)
  const newest = steps.filter((step, i) => steps.findIndex((other) => other.recordType === step.recordType && other.recordId === step.recordId) === i)
  const records = await recordsOf(db, principal, newest)
  const resting = newest.flatMap((step) => {
    const [m, row] = [runtimeNamed(step.recordType), records.get(`${step.recordType} ${step.recordId}`)]
    const status = m && row && (m.contract as AnyResource).definition.status
    const waits = status ? waitingSteps(m, String(row[status.field])) : []
    return m && row && waits.length > 0 ? [{ step, m, row, waits }] : []
  })
  const offset = (input.page - 1) * input.pageSize
  const items = []
  for (const { step, m, row, waits } of resting.slice(offset, offset + input.pageSize)) {
    const { names, roles, more } = await actorsOf(db, principal, { runtime: m, id: step.recordId, row }, waits)
    items.push({ ...told(step, row), waitsFor: [...names, ...roles], more })
  }
  return { total: resting.length, items }
}

/** What colleagues have sent the person a copy of; the record is read by the person's own rights as they are now. */
export async function selectCopies({ db, principal, input }: Context<typeof calls.selectCopies>) {
  const { items, total, unread } = await copiesFor(db, principal.userId, input.unread === true, input.pageSize, (input.page - 1) * input.pageSize)
  const records = await recordsOf(db, principal, items)
  return {
    total,
    unread,
    items: items.map(({ copyId, recordType, recordId, fromName, time, read }) => {
      const [m, row] = [runtimeNamed(recordType), records.get(`${recordType} ${recordId}`)]
      const definition = m && (m.contract as AnyResource).definition
      return {
        copyId,
        what: definition?.label ?? recordType,
        title: m && row ? m.nameOf(row) : '',
        status: (m && row && statusOf(m, row)?.label) || null,
        from: fromName,
        time: time.toISOString(),
        read,
        link: definition?.view && row ? viewLink(definition.view, { record: recordId }) : null,
      }
    }),
  }
}

export async function markCopies({ db, principal, input }: Context<typeof calls.markCopies>) {
  await mark(db, principal.userId, input.copyIds, input.read)
  return {}
}
