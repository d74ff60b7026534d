import { z } from 'zod'
import { body, call, done } from '../core/call'
import { int, ref, withMeta } from '../core/fields'
import { formRoundLookup } from './lookups'
import { form } from './permits'

// How often an option may be chosen within a round: places of a training, rooms of a hotel.

/** Most options of a round that are limited. */
export const QUOTAS_MOST = 500
/** Most places of one option. */
export const PLACES_MOST = 1_000_000

/** The questions of a round whose options can be limited, with what is limited and how much of it is taken. */
export const selectFormQuotas = call({
  path: '/form/round/selectFormQuotas',
  title: '查看选项名额',
  access: form('round:read'),
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    questions: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string(), places: int('名额', 1, PLACES_MOST).nullable(), /** Answers that are handed in with it. */ taken: withMeta(z.number().int(), { label: '已选' }) })),
      }),
    ),
  }),
})

const quota = z.strictObject({ questionKey: withMeta(z.string().min(1).max(24), { label: '题目' }), choice: withMeta(z.string().min(1).max(24), { label: '选项' }), places: int('名额', 1, PLACES_MOST) })

/** Sets the quotas of a round anew; options that are not named have none. */
export const setFormQuotas = call({
  path: '/form/round/setFormQuotas',
  title: '设置选项名额',
  access: form('round:update'),
  write: true,
  request: body({ roundId: ref('发放', formRoundLookup), quotas: withMeta(z.array(quota).max(QUOTAS_MOST, `最多给 ${QUOTAS_MOST} 个选项设置名额`), { label: '名额' }) }),
  response: done,
})
