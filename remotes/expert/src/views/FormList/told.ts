import type { ResponseOf } from '@assoc/contract'
import type { remindFormRound } from '@assoc/contract/form/reminders'

/** What came of a reminder, as a sentence. */
export const toldOf = ({ reminded, recent, passed }: ResponseOf<typeof remindFormRound>, round = true): string =>
  [`已催报 ${reminded} 份`, recent > 0 ? `${recent} 份 24 小时内已催报过` : '', !round && passed > 0 ? `${passed} 份无需催报` : ''].filter(Boolean).join('，')
