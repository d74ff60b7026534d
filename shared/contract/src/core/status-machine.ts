import { z } from 'zod'
import type { PermitCode } from '../permits'
import { withMeta, type Tone } from './fields'

/** What creating and changing a record's content are called where it is told who has done what; verbs of machines are not called so. */
export const WRITE = 'write'
/** The verb by which a record is handed in, wherever a machine has one. */
const SUBMIT = 'submit'

export interface Transition<S extends string, V extends string = string> {
  from: readonly S[]
  to: S
  /** English verb, the name under which the row's `abilities` list it. */
  verb: V
  /** Chinese label of the button. */
  label: string
  /** Permit that the person needs. */
  permit: PermitCode
  reason?: 'required' | 'optional'
  /** What the reason is called where it is rather an opinion or a conclusion; 原因 when left out. */
  reasonLabel?: string
  /**
   * The step is another person's: whoever wrote, changed or submitted the record is refused, and with a list whoever last carried out
   * one of these verbs on it as well. Nobody is exempt, the system administrator neither (ADR 24).
   */
  separate?: true | readonly string[]
  /**
   * What the step asks for besides the reason: fields as those of a form, drawn in its question and checked at both ends. A field of the
   * record's own form by the same name is written into the record with the step, and counts as given when it is stored there already.
   */
  input?: Readonly<Record<string, z.ZodType>>
  /** Never offered for many rows at once: it needs more than a reason, or follows from another action. */
  single?: true
  /** Shown in the error colour and asked twice. */
  danger?: boolean
}

export interface StatusMachine<S extends string, V extends string = string> {
  schema: z.ZodType<S, S>
  labels: Record<S, string>
  tones: Record<S, Tone>
  transitions: readonly Transition<S, V>[]
  options: { value: S; label: string }[]
  /** Verbs that a person with these permits may use on a row in this status. */
  verbs(status: S, has: (permit: PermitCode) => boolean): string[]
  /** The transition behind a verb for a status; undefined when the machine does not allow it. */
  find(verb: string, status: S): Transition<S, V> | undefined
}

/**
 * Writes a status machine once for both ends: the server lets through only its transitions (one
 * conditional UPDATE that names the old status), the browser shows exactly the verbs a row lists.
 */
export function statusMachine<S extends string, const V extends string>(
  label: string,
  states: Record<S, readonly [label: string, tone: Tone]>,
  transitions: readonly Transition<NoInfer<S>, V>[],
): StatusMachine<S, V> {
  const keys = Object.keys(states) as S[]
  for (const { verb, separate } of transitions) {
    if (verb === WRITE) throw new Error(`${label}: no verb is called ${WRITE}`)
    const unknown = separate && separate !== true ? separate.filter((other) => other === verb || !transitions.some((t) => t.verb === other)) : []
    if (unknown.length > 0) throw new Error(`${label}: ${verb} is to be separate from ${unknown.join()}, which no other step is called`)
  }
  const labels = Object.fromEntries(keys.map((k) => [k, states[k][0]])) as Record<S, string>
  const tones = Object.fromEntries(keys.map((k) => [k, states[k][1]])) as Record<S, Tone>
  const machine: StatusMachine<S, V> = {
    schema: withMeta(z.enum(keys as [S, ...S[]], { error: `请选择${label}` }), {
      label,
      options: labels,
    }) as unknown as z.ZodType<S, S>,
    labels,
    tones,
    transitions,
    options: keys.map((value) => ({ value, label: labels[value] })),
    verbs: (status, has) =>
      transitions.filter((t) => t.from.includes(status) && has(t.permit)).map((t) => t.verb),
    find: (verb, status) => transitions.find((t) => t.verb === verb && t.from.includes(status)),
  }
  machines.push(machine as unknown as StatusMachine<string>)
  return machine
}

const machines: StatusMachine<string>[] = []
/** Every machine of the parts of the contract that have been loaded, for checks that walk them all. */
export const statusMachines = (): readonly StatusMachine<string>[] => machines

/** Statuses and verbs of a machine, for those who name one. */
export type StatusIn<M> = M extends StatusMachine<infer S, string> ? S : never
export type VerbIn<M> = M extends { transitions: readonly Transition<string, infer V>[] } ? V : never

/** Whether any step of a machine is another person's than the writer's. */
export const hasSeparate = (machine: { transitions: readonly Pick<Transition<string>, 'separate'>[] }): boolean => machine.transitions.some((t) => t.separate !== undefined)

/** What somebody must not have done to a record to carry a step out on it: `write` and verbs; nothing where the step is anybody's. */
export function separateFrom({ separate }: Pick<Transition<string>, 'separate'>): string[] {
  if (!separate) return []
  return [WRITE, SUBMIT, ...(separate === true ? [] : separate)]
}

/** What people read where a step is left to somebody else; `done` is what they have done to the record themselves. */
export function separationSentence(machine: { transitions: readonly Transition<string>[] }, step: Transition<string>, done: string): string {
  const label = machine.transitions.find((t) => t.verb === done)?.label ?? '提交'
  return `${done === WRITE ? '您登记或修改过此记录' : `您办理过此记录的“${label}”`}，“${step.label}”${BY_OTHERS}`
}

/** The reason beside a button that is left to somebody else. */
export const BY_OTHERS = '须由其他人办理'
