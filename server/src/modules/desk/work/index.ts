import * as calls from '@assoc/contract/platform/work'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../..'
import * as service from './service'

defineJob('work:expire', (_payload, platform) => service.expireWork(platform), '41 19 * * *')

export const work: ServerModule = {
  bindings: [handle(calls.selectWork, service.selectWork), handle(calls.downloadWorkFile, service.downloadWorkFile)],
}
