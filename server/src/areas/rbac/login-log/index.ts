import { loginLog as contract } from '@assoc/contract/rbac/log'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { mountResource } from '../../../platform/resource/mount'
import { computed, fromAddress, nameOrPerson } from './repository'
import { loginLogSeed } from './seed'

const runtime = mountResource(contract, {
  table: 'login_log',
  computed,
  order: { field: 'loginTime', direction: 'desc' },
  filters: { loginTimeFrom: sinceDay('login_time'), loginTimeTo: untilDay('login_time'), loginName: nameOrPerson, ip: fromAddress },
})

export const loginLog = { ...runtime, seeds: [loginLogSeed] }
