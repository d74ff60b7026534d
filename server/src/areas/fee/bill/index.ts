import * as calls from '@assoc/contract/fee/bill'
import { countDues } from '@assoc/contract/member/home'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { handleNumber } from '../../../platform/workspace/numbers'
import { beforeDeletingMember, onMemberJoined, onWithdrawalTakenBack } from '../../member/api'
import { billRuntime } from './resource'
import * as service from './run.service'

defineJob<{ workId: string }>(service.RUN_JOB, (payload, platform) => service.runBills(payload, platform))
onMemberJoined(service.billJoined)
onWithdrawalTakenBack(service.tellPassedOver)
beforeDeletingMember(service.keepBilled)

export const duesBill: ServerModule & Pick<typeof billRuntime, 'runtime'> = {
  runtime: billRuntime.runtime,
  bindings: [
    ...billRuntime.bindings,
    handle(calls.previewBillRun, service.previewBillRun),
    handle(calls.startBillRun, service.startBillRun),
    handleNumber(countDues, service.countDues),
  ],
}
