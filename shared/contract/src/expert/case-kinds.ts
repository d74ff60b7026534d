import { choice } from '../core/fields'

/** What becomes known of a person's or a company's integrity. */
export const caseKind = choice('情形', { investigation: '立案调查', penalty: '行政处罚', censure: '公开谴责' })
export type CaseKind = (typeof caseKind.keys)[number]
