import type { AnyResource, Transition } from '@assoc/contract'
import type { selectRecordProcess as call } from '@assoc/contract/platform/record'
import { holdersOfAny, type Holder } from '../../../platform/access/holders'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { has, moduleScopeOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import type { ReadableRecord } from '../../../platform/record/parts'
import { findReadable, requireReadable } from '../../../platform/record/readable'
import { abilitiesOf, separatedOf } from '../../../platform/resource/actions'
import type { ResourceRuntime, Row } from '../../../platform/resource/definition'
import * as repository from './repository'
import { statusOf } from './words'

type Machine = NonNullable<AnyResource['definition']['status']>['machine']

/** People of whom it is looked up whether they may act; each costs a few statements. */
const CANDIDATES = 12
/** Of those who may act, so many are named. */
const [NAMES, ROLES] = [4, 2]

/** The steps of a record's process as the log tells them, where it stands, and who is to act. */
export async function selectRecordProcess({ db, principal, input }: Context<typeof call>) {
  const record = await requireReadable(db, principal, input)
  const { status } = record.runtime.contract.definition
  if (!status) return null
  const value = String(record.row[status.field])
  const logged = await repository.stepsOf(db, input.recordType, record.id, status.machine.transitions.map((t) => t.verb))
  const steps = labelledSteps(logged, status.machine, status.field, value)
  const last = logged.at(-1)
  const told = last !== undefined && (last.verb === 'insert' || stateOf(last.after, status.field) === value)
  const waiting = waitingSteps(record.runtime, value)
  const actors = waiting.length > 0 ? await actorsOf(db, principal, record, waiting) : { names: [], roles: [], more: 0 }
  return {
    steps,
    now: {
      status: statusOf(record.runtime, record.row) ?? { label: value, tone: 'grey' as const },
      since: told ? last.time.toISOString() : null,
      open: waiting.length > 0,
      mine: waiting.length > 0 && mayAct(record.runtime, principal, record.row, waiting),
      ...actors,
    },
    ahead: waiting.length > 0 ? aheadOf(record.runtime, status.machine, value) : [],
  }
}

const stateOf = (fields: unknown, field: string): string | null => {
  const value = (fields as Record<string, unknown> | null)?.[field]
  return typeof value === 'string' ? value : null
}

function labelledSteps(logged: readonly repository.LogRow[], machine: Machine, field: string, current: string) {
  const tag = (value: string | null) => (value && value in machine.labels ? { label: machine.labels[value] ?? value, tone: machine.tones[value] ?? ('grey' as const) } : null)
  return logged.map((row, n) => {
    const from = stateOf(row.before, field)
    const step = row.verb === 'insert' ? undefined : ((from !== null ? machine.find(row.verb ?? '', from) : undefined) ?? machine.transitions.find((t) => t.verb === row.verb))
    // The log of a new row does not say in which status it began: the next step does.
    const to = row.verb === 'insert' ? (stateOf(row.after, field) ?? (logged[n + 1] ? stateOf(logged[n + 1]?.before, field) : current)) : stateOf(row.after, field)
    const before = logged[n - 1]
    return {
      label: step?.label ?? (row.verb === 'insert' ? '登记' : row.title),
      to: tag(to),
      userName: row.user_name,
      time: row.time.toISOString(),
      reason: row.reason,
      reasonLabel: step?.reasonLabel ?? '原因',
      seconds: before ? Math.max(0, Math.round((row.time.getTime() - before.time.getTime()) / 1000)) : null,
    }
  })
}

/** Steps that somebody has to see to in a status: those that the home page tells of, else those that lead on; none where nothing waits. */
export function waitingSteps({ contract, options }: ResourceRuntime, status: string): Transition<string>[] {
  const steps = contract.definition.status?.machine.transitions.filter((t) => t.from.includes(status)) ?? []
  const permits = (options.todos ?? []).filter((todo) => todo.status === status).map((todo) => todo.permit)
  const told = steps.filter((t) => permits.includes(t.permit))
  if (told.length > 0) return told
  return options.handover?.open.includes(status) ? steps.filter((t) => !t.danger) : []
}

/** Whether somebody who sees the row may carry one of the steps out, themselves or by a call of its own. */
function mayAct(m: ResourceRuntime, principal: Principal, row: Row, steps: readonly Transition<string>[]): boolean {
  const open = abilitiesOf(m, principal, row)
  const kept = separatedOf(m, principal, row)
  return steps.some((step) => open.includes(step.verb) || (step.single === true && has(principal, step.permit) && !kept.includes(step.verb)))
}

/** Who may act now: by name where the asker knows them, of the same department or of those whose accounts they see; others by a role. */
export async function actorsOf(db: Db, principal: Principal, record: ReadableRecord, steps: readonly Transition<string>[]) {
  const holders = await holdersOfAny(db, [...new Set(steps.map((t) => t.permit))], { near: principal.deptId, limit: CANDIDATES })
  const found: Holder[] = []
  for (const holder of holders) {
    const facts = await loadUserFacts(db, holder.userId)
    const other: Principal | undefined = facts && { ...facts.principal, sessionId: '' }
    const seen = other && (await findReadable(db, other, record.runtime.entity.name, record.id))
    if (seen && mayAct(record.runtime, other, seen.row, steps)) found.push(holder)
  }
  const known = found.filter((holder) => knows(principal, holder))
  const names = known.slice(0, NAMES).map((holder) => holder.realName)
  const roles = [...new Set(found.filter((holder) => !known.includes(holder)).map((holder) => holder.roleName))]
  return { names, roles: roles.slice(0, ROLES), more: known.length - names.length + Math.max(0, roles.length - ROLES) }
}

function knows(principal: Principal, { userId, deptId }: Holder): boolean {
  const scope = moduleScopeOf(principal, 'rbac')
  return userId === principal.userId || scope.all || (deptId !== null && (deptId === principal.deptId || scope.deptIds.includes(deptId)))
}

/** Statuses that follow when every step goes on: the machine names first what leads on, up to one in which nothing waits. */
export function aheadOf(m: ResourceRuntime, machine: Machine, status: string): string[] {
  const seen = [status]
  for (let at = status; waitingSteps(m, at).length > 0; ) {
    const next = machine.transitions.find((t) => t.from.includes(at) && !t.danger && !seen.includes(t.to))
    if (!next) break
    seen.push(next.to)
    at = next.to
  }
  return seen.slice(1).map((value) => machine.labels[value] ?? value)
}
