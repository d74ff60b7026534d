import type { RowOf } from '@assoc/contract'
import type { trialAccount } from '@assoc/contract/member/trial-account'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { accountForLetter, allowGuest, lettersFor, openGuest, requireCovers, type RoleScope, setGuestEnd } from '../../rbac/api'
import { offeredMenus } from './menus'
import * as repository from './repository'
import { endOf } from './rules'

type Row = RowOf<typeof trialAccount>

/** Refuses menus that this person cannot open to a trial; answers the permits that the others ask for. */
export async function validateMenus({ db, principal, platform }: Pick<Action, 'db' | 'principal' | 'platform'>, menuIds: readonly string[]): Promise<string[]> {
  const offered = new Map((await offeredMenus(db, principal, platform)).flatMap((menu) => (menu.permit ? [[menu.menuId, menu.permit]] : [])))
  if (!menuIds.every((id) => offered.has(id))) throw refuse.field('menuIds', '所选菜单中有您不能开放的，请重新选择')
  return [...new Set(menuIds.flatMap((id) => offered.get(id) ?? []))]
}

/** How much of a module a trial sees: what who opens it sees, as far as a role can say it for somebody else. */
function scopesFor(principal: Principal, permits: readonly string[]): Pick<RoleScope, 'module' | 'scope'>[] {
  const modules = [...new Set(permits.map((code) => code.split(':')[0] ?? ''))]
  return modules.flatMap((module): Pick<RoleScope, 'module' | 'scope'>[] => {
    const mine = moduleScopeOf(principal, module)
    if (mine.all) return [{ module, scope: 'all' }]
    if (mine.deptIds.length > 0) return [{ module, scope: 'deptTree' }]
    return mine.self ? [{ module, scope: 'self' }] : []
  })
}

/** The account behind a trial that was opened just now. */
export async function openAccount(action: Action, row: Row): Promise<void> {
  const { db, principal } = action
  const trialId = row.trialId
  const menuIds = row.menuIds
  const permits = await validateMenus(action, menuIds)
  const name = row.accountName
  const opened = await openGuest(action, {
    loginName: name,
    realName: row.applicantName,
    mobile: (await repository.heldBy(db, trialId)).mobile,
    typeId: 'trial',
    deptId: principal.deptId,
    remark: `试用单位：${row.orgName}`,
    role: { code: `TRIAL_${trialId}`, name: `试用账号 ${name}` },
    menuIds,
    permits,
    scopes: scopesFor(principal, permits),
    until: endOf(row.endDate),
  })
  await repository.noteOpened(db, trialId, opened.userId, opened.roleId)
  opened.noted.forEach(action.audit)
}

/** The letter with a new first password for the account of a trial that runs. */
export async function letterOf(action: Action, row: Row): Promise<Buffer> {
  const { userId } = await repository.heldBy(action.db, row.trialId)
  if (!userId || row.trialStatus !== 'running') throw refuse.badTransition()
  const { pdf, noted } = await lettersFor(action, [await accountForLetter(action, userId)])
  noted.forEach(action.audit)
  return pdf
}

/** What a step of a trial means for its account. */
export async function applyStep(action: Action, row: Row, verb: string): Promise<void> {
  const { userId, roleId } = await repository.heldBy(action.db, row.trialId)
  if (!userId || !roleId) return
  await requireCovers(action.db, action.principal, userId, '变更其试用账号')
  if (verb === 'disable') (await allowGuest(action, userId, false)).forEach(action.audit)
  if (verb === 'enable' || verb === 'turn') (await allowGuest(action, userId, true)).forEach(action.audit)
  if (verb === 'turn') action.audit(await setGuestEnd(action, userId, roleId, null))
}

/** A longer trial: the account is let in again until the end of its new last day. */
export async function prolong(action: Action, trialId: string, endDate: string): Promise<void> {
  const { userId, roleId } = await repository.heldBy(action.db, trialId)
  await repository.noteExtended(action.db, trialId, endDate)
  if (!userId || !roleId) return
  await requireCovers(action.db, action.principal, userId, '延长其试用')
  action.audit(await setGuestEnd(action, userId, roleId, endOf(endDate)))
  ;(await allowGuest(action, userId, true)).forEach(action.audit)
}
