import { choice } from '../core/fields'

/** Whom a scheme evaluates. */
export const evalTarget = choice('评价对象', { secretary: '董事会秘书', independent: '独立董事', board: '董事会', office: '董办' })
export type EvalTarget = (typeof evalTarget.keys)[number]

/** Whether a person declares, or the company itself. */
export const isOfPerson = (target: EvalTarget): boolean => target === 'secretary' || target === 'independent'
