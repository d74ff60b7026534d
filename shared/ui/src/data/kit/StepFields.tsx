import type { FieldError } from '@assoc/contract'
import { Suspense, lazy, type ReactNode } from 'react'
import type { z } from 'zod'
import { Skeleton } from '../../shell'
import type { FormField } from './FormFields'

/** What a page adds to the fields of a step, by name; false for one that is not asked here. */
export type StepOwn = Record<string, Partial<FormField> | false | undefined>

/** What a step asks for (contract, `Transition.input`), and what its fields begin with. */
export interface StepAsk {
  /** Name of the resource. */
  name: string
  input: Readonly<Record<string, z.ZodType>>
  own?: StepOwn | undefined
  /** The record, whose own fields begin as they are stored; none for many records, of which only what must be given is asked. */
  row?: Record<string, unknown> | undefined
}

/** What a dialog holds of the fields that it shows. */
export interface StepForm {
  /** The values as the contract wants them; null when something is wrong, which then stands at its field. */
  read: () => Record<string, unknown> | null
  /** Puts refusals of the server at their fields; answers those that have no field here. */
  show: (errors: readonly FieldError[]) => FieldError[]
}

export interface StepFieldsProps {
  ask: StepAsk
  held: (form: StepForm) => void
  onChange?: () => void
  onEnter?: () => void
  disabled?: boolean
}

// Few steps ask for more than a reason: what draws it comes with the first that does.
const Inputs = lazy(async () => ({ default: (await import(/* webpackChunkName: "ui-step" */ './StepInputs')).StepInputs }))

/** The fields that a step asks for, in its question. */
export const StepFields = (props: StepFieldsProps): ReactNode => (
  <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
    <Inputs {...props} />
  </Suspense>
)
