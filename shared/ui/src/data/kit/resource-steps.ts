import type { AnyResource, Call, Transition } from '@assoc/contract'
import { session } from '@assoc/session'

/** An action that is asked about before: a step of a status machine, or deleting. */
export interface Step {
  verb: string
  label: string
  reason: 'required' | 'optional' | 'none'
  danger: boolean
  reasonLabel?: string | undefined
  single?: boolean
  /** Whether this person may do it at all; on which rows is said by the rows. */
  permitted: boolean
}

export const mayCall = ({ access }: Call): boolean => access.kind !== 'permit' || session().has(access.code)

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
    permitted: session().has(t.permit),
  }))
  return remove ? [...steps, { verb: 'delete', label: '删除', reason: 'none' as const, danger: true, permitted: mayCall(remove) }] : steps
}

/** Steps of a resource. */
export const stepsOfResource = ({ definition, remove }: AnyResource): Step[] => stepsOf(definition.status?.machine, remove)

/** A step and what it is done to as one title; words that both have at the seam are said once: 批准入会 and 入会申请. */
export function together(step: string, label: string): string {
  let shared = Math.min(step.length, label.length)
  while (!step.endsWith(label.slice(0, shared))) shared -= 1
  return step + label.slice(shared)
}
