import { choice } from '../core/fields'

/** Days after a reminder in which the member's answer is waited for. */
export const ANSWER_DAYS = 15

/**
 * What to do next about a member that owes past the last day of its bills, by age and history. A member that was reminded in the last
 * days is left to answer. Listed for years without payment it is told so, then comes before the board; before that a first reminder goes
 * out, then the dunning letter. The server says it of each row (`server/src/areas/fee/arrears/next-step.repository.ts`).
 */
export const nextStep = choice(
  '建议下一步',
  { first: '首次提醒', wait: '等待答复', letter: '寄催缴函', notice: '三年未缴告知', expel: '提请审议除名', review: '等待审议' },
  { first: 'blue', wait: 'grey', letter: 'amber', notice: 'amber', expel: 'red', review: 'violet' },
)
