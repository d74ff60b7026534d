import { z } from 'zod'
import { withMeta, type Tone } from './fields'

export interface Transition<S extends string> {
  from: readonly S[]
  to: S
  /** English verb, the name under which the row's `abilities` list it. */
  verb: string
  /** Chinese label of the button. */
  label: string
  /** Permit code that the person needs. */
  permit: string
  reason?: 'required' | 'optional'
  /** What the reason is called where it is rather an opinion or a conclusion; 原因 when left out. */
  reasonLabel?: string
  /** Never offered for many rows at once: it needs more than a reason, or follows from another deed. */
  single?: true
  /** Shown in the error colour and asked twice. */
  danger?: boolean
}

export interface StatusMachine<S extends string> {
  schema: z.ZodType<S, S>
  labels: Record<S, string>
  tones: Record<S, Tone>
  transitions: readonly Transition<S>[]
  options: { value: S; label: string }[]
  /** Verbs that a person with these permits may use on a row in this status. */
  verbs(status: S, has: (permit: string) => boolean): string[]
  /** The transition behind a verb for a status; undefined when the machine does not allow it. */
  find(verb: string, status: S): Transition<S> | undefined
}

/**
 * Writes a status machine once for both ends: the server lets through only its transitions (one
 * conditional UPDATE that names the old status), the browser shows exactly the verbs a row lists.
 */
export function statusMachine<S extends string>(
  label: string,
  states: Record<S, readonly [label: string, tone: Tone]>,
  transitions: readonly Transition<NoInfer<S>>[],
): StatusMachine<S> {
  const keys = Object.keys(states) as S[]
  const labels = Object.fromEntries(keys.map((k) => [k, states[k][0]])) as Record<S, string>
  const tones = Object.fromEntries(keys.map((k) => [k, states[k][1]])) as Record<S, Tone>
  return {
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
}
