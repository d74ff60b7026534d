import { CODE, type Access, type AnyResource, type Call, type RequestOf, type Transition } from '@assoc/contract'
import { ApiError, api } from '@assoc/http'
import { session } from '@assoc/session'

/** An action that is asked about before: a step of a status machine, or deleting. */
export interface Step {
  verb: string
  label: string
  reason: 'required' | 'optional' | 'none'
  danger: boolean
  reasonLabel?: string | undefined
  single?: boolean
  /** Fields that it asks for. */
  input?: Transition<string>['input']
  /** An action of the resource's own, which the batch call carries out on one row as on many. */
  own?: boolean
  /** Carried out without a question. */
  atOnce?: boolean
  /** Whether this person may do it at all; on which rows is said by the rows. */
  permitted: boolean
}

const isPermitted = (access: Access): boolean => access.kind !== 'permit' || session().has(access.code)
export const mayCall = ({ access }: Call): boolean => isPermitted(access)

/** The steps of a status machine, and deleting where there is a call for it. One verb stands once. */
export function stepsOf(machine: { transitions: readonly Transition<string>[] } | undefined, remove: Call | null): Step[] {
  const transitions = machine?.transitions ?? []
  const steps = [...new Map(transitions.map((t) => [t.verb, t])).values()].map((t) => ({
    verb: t.verb,
    label: t.label,
    reason: t.reason ?? ('none' as const),
    danger: Boolean(t.danger),
    reasonLabel: t.reasonLabel,
    single: Boolean(t.single),
    input: t.input,
    permitted: session().has(t.permit),
  }))
  return remove ? [...steps, { verb: 'delete', label: '删除', reason: 'none' as const, danger: true, permitted: mayCall(remove) }] : steps
}

/** Steps of a resource, and its own actions that this person may carry out. */
export function stepsOfResource({ definition, remove }: AnyResource): Step[] {
  const own = Object.entries(definition.access.actions ?? {}).filter(([, { access }]) => isPermitted(access))
  return [
    ...own.map(([verb, { label, danger, single, atOnce }]) => ({ verb, label, reason: 'none' as const, danger: Boolean(danger), single: Boolean(single), atOnce: Boolean(atOnce), own: true, permitted: true })),
    ...stepsOf(definition.status?.machine, remove),
  ]
}

/** Carries an action of the resource's own out on one row; throws with the sentence of its refusal. */
export async function actOn({ batch }: AnyResource, id: string, verb: string): Promise<void> {
  const { failed } = (await api(batch as Call, { verb, ids: [id] } as RequestOf<Call>)) as { failed: { message: string }[] }
  if (failed[0]) throw new ApiError(CODE.inUse, failed[0].message, null)
}

/** A step and what it is done to as one title; words that both have at the seam are said once: 批准入会 and 入会申请. */
export function together(step: string, label: string): string {
  let shared = Math.min(step.length, label.length)
  while (!step.endsWith(label.slice(0, shared))) shared -= 1
  return step + label.slice(shared)
}

/**
 * The step that leads straight back from what a step has made of a row, such as enabling after disabling: one that the same people may
 * take, that asks for nothing and is nobody else's. Null where there is none; a step that others decide on is no toggle.
 */
export function reverseOf(machine: { transitions: readonly Transition<string>[] } | undefined, verb: string, from: string): string | null {
  const done = machine?.transitions.find((t) => t.verb === verb && t.from.includes(from))
  if (!done || done.separate || done.input) return null
  const back = machine?.transitions.find((t) => t.verb !== verb && t.to === from && t.from.includes(done.to) && t.permit === done.permit && t.reason !== 'required' && !t.separate && !t.input && !t.single)
  return back?.verb ?? null
}
