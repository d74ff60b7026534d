import * as calls from '@assoc/contract/fee/reminder'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'
import { reminderDemo, reminderSecondPerson, reminderSeed } from './seed'
import * as service from './service'
import './handover.repository'
import './tables'

const rules = mountResource(calls.reminderRule, {
  table: 'reminder_rule',
  computed: repository.computed,
  keyword: { columns: ['rule_name'] },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  constraints: { reminder_rule_name_unique: () => refuse.field('ruleName', '已有同名的规则') },
  nameOf: (row) => row.ruleName,
  may: (_who, row, verb) => row.ruleStatus !== 'enabled' || (verb !== 'update' && verb !== 'delete') || '请先停用此规则，再修改或删除',
  before: {
    insert: ({ db }, fields) => service.validate(db, fields),
    update: ({ db }, row, fields) => service.validate(db, { ...row, ...fields }),
    change: async (action, row, step) => {
      if (step.verb === 'enable') await service.enable(action, row)
    },
  },
})

// Through the working day of Asia/Shanghai: what could not be sent in the morning is made up for.
defineJob('fee:reminders', async (_payload, platform) => void (await service.runReminders(platform)), '5 1-9 * * *')

/** Reminders that go out by themselves, so many days before or after the last day of a bill. */
export const reminderRules: ServerModule = {
  bindings: [...rules.bindings, handle(calls.previewReminders, service.previewReminders), handle(calls.selectReminderRuns, service.selectReminderRuns)],
  seeds: [reminderSeed, reminderSecondPerson, reminderDemo],
}
