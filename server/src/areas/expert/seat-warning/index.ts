import { BY_FACTS, seatWarning as contract } from '@assoc/contract/expert/seat-warning'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import { inJob, SYSTEM } from '../../../platform/resource/in-job'
import { mountResource } from '../../../platform/resource/mount'
import { noteClosed, noteFacts, vanished } from './facts.repository'
import { computed, holding } from './repository'

const resource = mountResource(contract, {
  table: 'seat_warning',
  module: 'appointment',
  scope: { dept: 'dept_id', company: 'company_id' },
  changedAt: 'update_time',
  computed,
  keyword: { where: holding },
  order: { field: 'foundDate', direction: 'desc' },
  nameOf: (row) => [row.name, row.companyName].filter(Boolean).join(' · '),
  todos: [{ label: '待处理任职预警', status: 'open', permit: 'appointment:warning:handle' }],
  may: (_principal, _row, verb) => !(BY_FACTS as readonly string[]).includes(verb) || '情况消除后由系统每晚自动关闭',
})

/** Everybody's rows, for the job. */
const EVERYBODY = { ...SYSTEM, scopes: { appointment: { all: true, deptIds: [], jurisdictions: [], self: false } } }
const AT_ONCE = 500

/** Brings the warnings to what the facts are now. */
export async function keepWarnings(platform: Platform): Promise<void> {
  const [daysFrom, checksFrom, checkDueMonth] = await Promise.all([platform.settings.parameter('appointment.daysFrom'), platform.settings.parameter('appointment.checksFrom'), platform.settings.parameter('appointment.checkDueMonth')])
  const limits = { daysFrom, checksFrom, checkDueMonth }
  await inJob(
    platform,
    '核查任职预警',
    async (action) => {
      const added = await noteFacts(action.db, limits)
      if (added > 0) action.audit({ recordType: 'seatWarning', recordId: null, verb: 'find', after: { added } })
      for (const warningId of await vanished(action.db, limits, AT_ONCE)) {
        await derivedStep(resource.runtime, action, warningId, 'close')
        await noteClosed(action.db, warningId)
      }
    },
    EVERYBODY,
  )
}
// Once a night, at 01:40 in Shanghai.
defineJob('expert:seats', (_payload, platform) => keepWarnings(platform), '40 17 * * *')

/** What is amiss with seats and offices. */
export const seatWarning = resource
