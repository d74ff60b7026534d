import { z } from 'zod'
import { body, call } from '../core/call'
import { ref, withMeta } from '../core/fields'
import { formRoundLookup } from './lookups'
import { form } from './permits'

/** Somebody who was reminded is left in peace for so many hours. */
export const REMIND_PAUSE_HOURS = 24
/** Answers that are reminded of at once by hand. */
export const REMINDED_MOST = 2000

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const reminded = z.object({
  reminded: count('已催报'),
  /** Reminded within the last day. */
  recent: count('近期已催报'),
  /** Handed in or void, or of a round in which nothing is filled in now. */
  passed: count('无需催报'),
})

/** Reminds all of a round who have not handed anything in. */
export const remindFormRound = call({
  path: '/form/round/remindFormRound',
  title: '催报',
  access: form('round:run'),
  write: true,
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: reminded,
})

/** Reminds some who have not handed anything in. */
export const remindFormAnswers = call({
  path: '/form/round/remindFormAnswers',
  title: '催报所选填报',
  access: form('round:run'),
  write: true,
  request: body({ answerIds: withMeta(z.array(ref('填报', 'formAnswer')).min(1, '请选择填报').max(REMINDED_MOST, `一次最多催报 ${REMINDED_MOST} 份`), { label: '填报' }) }),
  response: reminded,
})
