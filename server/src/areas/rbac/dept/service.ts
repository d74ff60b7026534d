import { CODE } from '@assoc/contract'
import type * as calls from '@assoc/contract/rbac/org'
import { DEPT_DEPTH, type DeptNode } from '@assoc/contract/rbac/org'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import { changeRights } from '../role/guard'
import { difference } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { deptUses } from '../../../platform/identity/departments'
import * as repository from './repository'

/** All departments as a tree. */
export async function deptTree(db: Db): Promise<DeptNode[]> {
  const nodes = new Map<string, DeptNode>((await repository.allDepts(db)).map((d) => [d.deptId, { ...d, children: [] }]))
  const roots: DeptNode[] = []
  for (const node of nodes.values()) (node.parentId === null ? roots : nodes.get(node.parentId)?.children)?.push(node)
  return roots
}

const fieldsOf = (input: { deptName: string; parentId?: string | null | undefined; leaderId?: string | null | undefined; sortNo: number }): repository.DeptFields => ({
  deptName: input.deptName,
  parentId: input.parentId ?? null,
  leaderId: input.leaderId ?? null,
  sortNo: input.sortNo,
})

/** Whether `deptId` is `below` itself or stands above it. */
function isAbove(all: readonly repository.DeptRecord[], deptId: string, below: string | null): boolean {
  const parents = new Map(all.map((d) => [d.deptId, d.parentId]))
  for (let at: string | null | undefined = below, steps = 0; at && steps <= all.length; at = parents.get(at), steps++) {
    if (at === deptId) return true
  }
  return false
}

const parentsAbove = (all: readonly repository.DeptRecord[], deptId: string | null): number => {
  const parents = new Map(all.map((d) => [d.deptId, d.parentId]))
  let steps = 0
  for (let at = deptId; at && steps <= all.length; at = parents.get(at) ?? null) steps += 1
  return steps
}

/** Levels that a department and everything below it take up. */
const height = (all: readonly repository.DeptRecord[], deptId: string): number =>
  1 + Math.max(0, ...all.filter((d) => d.parentId === deptId).map((d) => height(all, d.deptId)))

/** Refuses a parent below the department itself, too deep a tree, and a move that widens what the caller sees. */
function checkParent(principal: Principal, all: readonly repository.DeptRecord[], before: repository.DeptRecord | null, parentId: string | null): void {
  if (before && isAbove(all, before.deptId, parentId)) throw refuse.field('parentId', '上级部门不能是本部门或它的下级')
  if (before && parentId === before.parentId) return
  if (parentsAbove(all, parentId) + (before ? height(all, before.deptId) : 1) > DEPT_DEPTH) throw refuse.field('parentId', `部门最多 ${DEPT_DEPTH} 级`)
  // Hanging a department below one's own would widen the scope "own and below".
  if (before && !moduleScopeOf(principal, 'rbac').all) throw new Refusal(CODE.cannotGrant, '移动部门会改变他人的数据范围，需要「系统管理」的全部数据范围')
}

export async function insertDept({ db, principal, input, audit, platform }: Context<typeof calls.insertDept>) {
  const fields = fieldsOf(input)
  await repository.lockTree(db)
  checkParent(principal, await repository.allDepts(db), null, fields.parentId)
  const { deptId } = await repository.insertDept(db, fields, principal.userId)
  audit({ recordType: 'dept', recordId: deptId, verb: 'insert', after: { ...fields } })
  await platform.revocations.announce(db, { kind: 'all' })
  return { deptId }
}

export async function updateDept({ db, principal, input, audit, platform }: Context<typeof calls.updateDept>) {
  const { deptId, version, ...given } = input
  const fields = fieldsOf(given)
  await repository.lockTree(db)
  const all = await repository.allDepts(db)
  const before = all.find((d) => d.deptId === deptId)
  if (!before) throw refuse.notFound()
  checkParent(principal, all, before, fields.parentId)
  const done = await changeTree(db, principal, fields.parentId !== before.parentId, () => repository.updateDept(db, deptId, version, fields))
  if (!done) throw refuse.conflict(before)
  audit({ recordType: 'dept', recordId: deptId, verb: 'update', ...difference({ ...before }, { ...fields }) })
  await platform.revocations.announce(db, { kind: 'all' })
  return done
}

/** Who sees a department and what is below it sees more, or less, when another comes there or goes. */
const changeTree = <T>(db: Db, principal: Principal, moves: boolean, change: () => Promise<T>): Promise<T> =>
  moves ? changeRights(db, { principal, touched: { everybody: true }, giving: '移动部门', taking: '移动部门' }, change) : change()

/** Moves a department below another or among its siblings. */
export async function moveDept({ db, principal, input, audit, platform }: Context<typeof calls.moveDept>) {
  const { deptId, parentId, index } = input
  await repository.lockTree(db)
  const all = await repository.allDepts(db)
  const before = all.find((d) => d.deptId === deptId)
  if (!before) throw refuse.notFound()
  checkParent(principal, all, before, parentId)
  const siblings = all.filter((d) => d.parentId === parentId && d.deptId !== deptId).map((d) => d.deptId)
  siblings.splice(Math.min(index, siblings.length), 0, deptId)
  await changeTree(db, principal, parentId !== before.parentId, () => repository.arrange(db, parentId, siblings))
  const sortNo = siblings.indexOf(deptId) + 1
  audit({ recordType: 'dept', recordId: deptId, verb: 'move', ...difference({ parentId: before.parentId, sortNo: before.sortNo }, { parentId, sortNo }) })
  await platform.revocations.announce(db, { kind: 'all' })
  return {}
}

export async function deleteDept({ db, input, audit, platform }: Context<typeof calls.deleteDept>) {
  await repository.lockTree(db)
  const all = await repository.allDepts(db)
  const before = all.find((d) => d.deptId === input.deptId)
  if (!before) throw refuse.notFound()
  if (all.some((d) => d.parentId === input.deptId)) throw refuse.inUse('该部门还有下级部门，不能删除')
  const uses = await repository.usesOf(db, input.deptId)
  if (uses.employees) throw refuse.inUse('该部门下还有员工，不能删除')
  if (uses.users) throw refuse.inUse('该部门下还有用户，不能删除')
  for (const use of deptUses()) if (await use.stands(db, input.deptId)) throw refuse.inUse(use.sentence)
  if (uses.roles) throw refuse.inUse('该部门还在角色的数据范围中，不能删除')
  await repository.deleteDept(db, input.deptId)
  audit({ recordType: 'dept', recordId: input.deptId, verb: 'delete', before: { deptName: before.deptName, parentId: before.parentId } })
  await platform.revocations.announce(db, { kind: 'all' })
  return {}
}
