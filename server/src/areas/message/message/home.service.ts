import { viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import type { countMessages } from '@assoc/contract/message/home'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { defineTodos } from '../../../platform/workspace/todos'
import type { Context } from '../../../platform/http/context'
import { countOf } from '../../../platform/resource/rows.repository'
import { waitingIn } from '../../../platform/resource/todos'
import type { Channel } from '../tables'
import { runtimeOf } from './submit'
import { NAMES, RESULT_VIEW } from './sending'

const CHANNELS: readonly Channel[] = ['sms', 'mail']
/** Days for which a message that went wrong in part is told on the home page. */
const RECENT_DAYS = 30
const DAY_MS = 86_400_000

/** Messages in a status that their writer has to look at again. */
const waiting = (db: Db, principal: Principal, channel: Channel, label: string, filters: { msgStatus: string; createTimeFrom?: string }) =>
  waitingIn(db, runtimeOf(channel), principal, label, { filters: { ...filters, msgStatus: [filters.msgStatus] } }, RESULT_VIEW[channel], filters)

// What the writer has to look at again: what was refused, and what did not reach everybody of late.
defineTodos({
  permits: ['message:sms:write', 'message:mail:write'],
  count: (db, principal) => {
    const since = today(new Date(Date.now() - RECENT_DAYS * DAY_MS))
    const hers = CHANNELS.filter((channel) => has(principal, `message:${channel}:write`) && has(principal, `message:${channel}:read`))
    return Promise.all(
      hers.flatMap((channel) => [
        waiting(db, principal, channel, `被驳回的${NAMES[channel]}`, { msgStatus: 'refused' }),
        waiting(db, principal, channel, `近期部分失败的${NAMES[channel]}`, { msgStatus: 'partly', createTimeFrom: since }),
        waiting(db, principal, channel, `已暂停的${NAMES[channel]}`, { msgStatus: 'paused' }),
      ]),
    )
  },
})

/** Messages of this month, by channel, for the home page. */
export function monthOfMessages({ db, principal }: Context<typeof countMessages>) {
  const createTimeFrom = `${today().slice(0, 7)}-01`
  const seen = CHANNELS.filter((channel) => has(principal, `message:${channel}:read`))
  return Promise.all(
    seen.map(async (channel) => ({
      label: `本月${NAMES[channel]}`,
      value: await countOf(db, runtimeOf(channel), principal, { filters: { createTimeFrom } }),
      link: viewLink(RESULT_VIEW[channel], { createTimeFrom }),
    })),
  )
}
