import * as calls from '@assoc/contract/rbac/param'
import { PARAMETERS, type ParameterKey } from '@assoc/contract/rbac/param'
import { difference } from '../../../platform/audit/audit'
import { iso, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { grantRole, seedMenus } from '../../../platform/seed'
import { PARAMETER } from '../../../platform/settings/settings'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'

async function select(db: Db) {
  const stored = new Map((await repository.storedParameters(db)).map((r) => [r.key.slice(PARAMETER.length), r]))
  return (Object.keys(PARAMETERS) as ParameterKey[]).map((paramKey) => {
    const row = stored.get(paramKey)
    return {
      paramKey,
      value: row ? Number(row.value) : PARAMETERS[paramKey].initial,
      version: row?.version ?? 0,
      updateTime: row ? iso(row.update_time) : null,
      updateName: row?.real_name ?? null,
    }
  })
}

/** Sets a parameter within its bounds; it holds in every process from the next request on. */
async function update({ db, platform, principal, input, audit }: Context<typeof calls.updateParameter>) {
  const { paramKey, value, version } = input
  const { name, min, max, unit } = PARAMETERS[paramKey]
  if (value < min || value > max) throw refuse.field('value', `${name}须在 ${min} 到 ${max} ${unit}之间`)
  const before = (await select(db)).find((p) => p.paramKey === paramKey)
  const done = await repository.storeParameter(db, paramKey, value, version, principal.userId)
  if (!done) throw refuse.conflict(before)
  await platform.revocations.announce(db, { kind: 'all' })
  audit({ recordType: 'parameter', recordId: null, verb: 'update', reason: name, ...difference({ [paramKey]: before?.value }, { [paramKey]: value }) })
  return done
}

export const param: ServerModule = {
  bindings: [handle(calls.selectParameters, ({ db }) => select(db)), handle(calls.updateParameter, update)],
  seeds: [
    {
      name: 'rbac.param',
      order: 12,
      run: async (db) => {
        await seedMenus(db, [{ menuId: 7016, parentId: 7000, menuName: '参数配置', menuPath: '/systemManage/param', menuLink: 'rbac/ParamList', sortNo: 16 }], ['SYS_ADMIN'])
        await grantRole(db, 'SYS_ADMIN', ['rbac:param:'])
      },
    },
  ],
}
