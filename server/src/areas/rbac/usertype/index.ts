import { userType as choice } from '@assoc/contract/rbac/user-kinds'
import { selectUserTypeList } from '@assoc/contract/rbac/user-type'
import { withinScope } from '../../../platform/access/entities'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { user } from '../account'
import { countByType } from './repository'
import { userTypeSeed } from './seed'

export const userType: ServerModule = {
  bindings: [
    handle(selectUserTypeList, async ({ db, principal }) => {
      const counts = await countByType(db, withinScope(principal, user, 'u'))
      return choice.keys.map((typeId) => {
        const of = (status: string) => counts.find((c) => c.typeId === typeId && c.accountStatus === status)?.n ?? 0
        const live = { pending: of('pending'), normal: of('normal'), locked: of('locked'), disabled: of('disabled') }
        return { typeId, total: Object.values(live).reduce((a, b) => a + b, 0), ...live, cancelled: of('cancelled') }
      })
    }),
  ],
  seeds: [userTypeSeed],
}
