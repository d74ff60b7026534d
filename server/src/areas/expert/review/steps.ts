import type { StatusMachine } from '@assoc/contract'
import { refuse } from '../../../platform/errors'

/** Where a step of a machine leads from a status; refused where there is no such step. */
export function stepTo<S extends string, V extends string>(machine: StatusMachine<S, V>, verb: NoInfer<V>, status: NoInfer<S>): S {
  const step = machine.find(verb, status)
  if (!step) throw refuse.badTransition()
  return step.to
}
