import * as calls from '@assoc/contract/member/dues-bill'
import { countDues } from '@assoc/contract/member/home'
import { handle } from '../../../../platform/http/context'
import { defineJob } from '../../../../platform/jobs/worker'
import type { ServerModule } from '../../..'
import { whenDeleting, whenJoined } from '../../membership/follow'
import { whenTakenBack } from '../../withdraw/follow'
import { billMounted } from './resource'
import * as service from './run.service'

defineJob<{ workId: string }>(service.RUN_JOB, (payload, platform) => service.runBills(payload, platform))
whenJoined(service.billJoined)
whenTakenBack(service.tellPassedOver)
whenDeleting(service.keepBilled)

export const duesBill: ServerModule & Pick<typeof billMounted, 'mounted'> = {
  mounted: billMounted.mounted,
  bindings: [
    ...billMounted.bindings,
    handle(calls.previewBillRun, service.previewBillRun),
    handle(calls.startBillRun, service.startBillRun),
    handle(countDues, service.countDues),
  ],
}
