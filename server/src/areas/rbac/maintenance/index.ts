import * as calls from '@assoc/contract/rbac/maintenance'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { computed } from './repository'
import { maintenanceSeed } from './seed'
import * as service from './service'
import './tables'

defineJob(service.RUN_JOB, service.doRun)

export const maintenanceRun = mountResource(calls.maintenanceRun, {
  table: 'maintenance_run',
  computed,
  order: { field: 'createTime', direction: 'desc' },
})

/** Named maintenance jobs on the database; there is no way to give a statement. */
export const maintenance: ServerModule = {
  bindings: [handle(calls.selectMaintenanceJobs, service.selectMaintenanceJobs), handle(calls.runMaintenance, service.runMaintenance)],
  seeds: [maintenanceSeed],
}
