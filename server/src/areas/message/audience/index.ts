import * as calls from '@assoc/contract/message/audience'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { audienceSeed } from './seed'
import * as service from './service'
import '../tables'

const runtime = mountResource(calls.messageAudience, {
  table: 'message_audience',
  computed: { ownerName: repository.ownerOfAudience, deptName: repository.deptOfAudience },
  seenBy: { changeable: repository.isChangeable },
  rowFilter: repository.isUsable,
  keyword: { columns: ['audience_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  constraints: { message_audience_name_unique: () => refuse.field('audienceName', '您已有同名的收件人分组') },
  nameOf: (row) => row.audienceName,
  may: (_who, row) => row.changeable || '只有建立人所在部门的人员可以修改',
})
service.remember(runtime.runtime)

/** Recipients that are kept under a name. */
export const messageAudience = {
  ...runtime,
  bindings: [...runtime.bindings, handle(calls.selectAudience, service.select), handle(calls.createAudience, service.create), handle(calls.changeAudience, service.change)],
  seeds: [audienceSeed],
}
