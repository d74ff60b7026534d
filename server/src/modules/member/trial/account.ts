import { scopeOf, type Who } from '../../../platform/access/who'
import { refuse } from '../../../platform/errors'
import type { Deed, Row } from '../../../platform/resource/definition'
import { allowGuest, openGuest, setGuestEnd } from '../../rbac/account/guest.service'
import { accountForLetter, lettersFor } from '../../rbac/account/reset.service'
import type { RoleScope } from '../../rbac/role/grants'
import { requireCovers } from '../../rbac/role/guard'
import { offeredMenus } from './menus'
import * as repository from './repository'
import { endOf } from './rules'

/** Refuses menus that this person cannot open to a trial; answers the permits that the others ask for. */
export async function judgeMenus({ db, who, platform }: Pick<Deed, 'db' | 'who' | 'platform'>, menuIds: readonly string[]): Promise<string[]> {
  const offered = new Map((await offeredMenus(db, who, platform)).flatMap((menu) => (menu.permit ? [[menu.menuId, menu.permit]] : [])))
  if (!menuIds.every((id) => offered.has(id))) throw refuse.field('menuIds', '所选菜单中有您不能开放的，请重新选择')
  return [...new Set(menuIds.flatMap((id) => offered.get(id) ?? []))]
}

/** How much of a module a trial sees: what who opens it sees, as far as a role can say it for somebody else. */
function scopesFor(who: Who, permits: readonly string[]): Pick<RoleScope, 'module' | 'scope'>[] {
  const modules = [...new Set(permits.map((code) => code.split(':')[0] ?? ''))]
  return modules.flatMap((module): Pick<RoleScope, 'module' | 'scope'>[] => {
    const mine = scopeOf(who, module)
    if (mine.all) return [{ module, scope: 'all' }]
    if (mine.deptIds.length > 0) return [{ module, scope: 'deptTree' }]
    return mine.self ? [{ module, scope: 'self' }] : []
  })
}

/** The account behind a trial that was opened just now. */
export async function openAccount(deed: Deed, row: Row): Promise<void> {
  const { db, who } = deed
  const trialId = String(row['trialId'])
  const menuIds = row['menuIds'] as string[]
  const permits = await judgeMenus(deed, menuIds)
  const name = String(row['accountName'])
  const opened = await openGuest(deed, {
    loginName: name,
    realName: String(row['applicantName']),
    mobile: (await repository.heldBy(db, trialId)).mobile,
    typeId: 'trial',
    deptId: who.deptId,
    remark: `试用单位：${String(row['orgName'])}`,
    role: { code: `TRIAL_${trialId}`, name: `试用账号 ${name}` },
    menuIds,
    permits,
    scopes: scopesFor(who, permits),
    until: endOf(String(row['endDate'])),
  })
  await repository.noteOpened(db, trialId, opened.userId, opened.roleId)
  opened.noted.forEach(deed.audit)
}

/** The letter with a new first password for the account of a trial that runs. */
export async function letterOf(deed: Deed, row: Row): Promise<Buffer> {
  const { userId } = await repository.heldBy(deed.db, String(row['trialId']))
  if (!userId || row['trialStatus'] !== 'running') throw refuse.badTransition()
  const { pdf, noted } = await lettersFor(deed, [await accountForLetter(deed, userId)])
  noted.forEach(deed.audit)
  return pdf
}

/** What a step of a trial means for its account. */
export async function followStep(deed: Deed, row: Row, verb: string): Promise<void> {
  const { userId, roleId } = await repository.heldBy(deed.db, String(row['trialId']))
  if (!userId || !roleId) return
  await requireCovers(deed.db, deed.who, userId, '变更其试用账号')
  if (verb === 'disable') (await allowGuest(deed, userId, false)).forEach(deed.audit)
  if (verb === 'enable' || verb === 'turn') (await allowGuest(deed, userId, true)).forEach(deed.audit)
  if (verb === 'turn') deed.audit(await setGuestEnd(deed, userId, roleId, null))
}

/** A longer trial: the account is let in again until the end of its new last day. */
export async function prolong(deed: Deed, trialId: string, endDate: string): Promise<void> {
  const { userId, roleId } = await repository.heldBy(deed.db, trialId)
  await repository.noteExtended(deed.db, trialId, endDate)
  if (!userId || !roleId) return
  await requireCovers(deed.db, deed.who, userId, '延长其试用')
  deed.audit(await setGuestEnd(deed, userId, roleId, endOf(endDate)))
  ;(await allowGuest(deed, userId, true)).forEach(deed.audit)
}
