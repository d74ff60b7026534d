import * as calls from '@assoc/contract/platform/work'
import * as own from '@assoc/contract/rbac/work'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { expireWork } from '../../../platform/work/expire'
import * as list from './list.service'
import { workSeed } from './seed'
import * as service from './service'

defineJob('work:expire', async (_payload, platform) => void (await expireWork(platform)), '41 19 * * *')

export const work: ServerModule = {
  bindings: [
    handle(calls.selectWork, service.selectWork),
    handle(calls.downloadWorkFile, service.downloadWorkFile),
    handle(own.selectWorkByPage, list.selectWorkByPage),
    handle(own.cancelWork, list.cancelWork),
    handle(own.retryWork, list.retryWork),
  ],
  seeds: [workSeed],
}
