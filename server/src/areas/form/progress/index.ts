import * as calls from '@assoc/contract/form/progress'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { reminderGrants } from './seed'
import './handover.repository'
import { runPlans, selectPlan, setPlan, stopPlan } from './plans'
import { previewMissing, remindMissing } from './reminders'
import { selectProgress, selectTotals } from './service'

// Through the working day of Asia/Shanghai: what could not be sent in the morning is made up for.
defineJob('form:reminders', (_payload, platform) => runPlans(platform), '15 1-9 * * *')

/** Who of a round has not handed in, and reminders of them as messages. */
export const progress: ServerModule = {
  bindings: [
    handle(calls.selectFormProgress, selectProgress),
    handle(calls.selectFormProgressTotals, selectTotals),
    handle(calls.previewMissingReminder, previewMissing),
    handle(calls.remindMissing, remindMissing),
    handle(calls.selectFormRemindPlan, selectPlan),
    handle(calls.setFormRemindPlan, setPlan),
    handle(calls.stopFormRemindPlan, stopPlan),
  ],
  seeds: [reminderGrants],
}
