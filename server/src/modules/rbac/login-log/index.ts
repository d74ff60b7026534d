import { loginLog as contract } from '@assoc/contract/rbac/log'
import { mountResource } from '../../../platform/resource/mount'
import { computed, fromAddress, nameOrPerson, sinceDay, untilDay } from './repository'
import { loginLogSeed } from './seed'

const mounted = mountResource(contract, {
  table: 'login_log',
  computed,
  order: { field: 'loginTime', direction: 'desc' },
  filters: { loginTimeFrom: sinceDay, loginTimeTo: untilDay, loginName: nameOrPerson, ip: fromAddress },
})

export const loginLog = { ...mounted, seeds: [loginLogSeed] }
