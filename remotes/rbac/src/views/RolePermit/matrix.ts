import type { ResponseOf } from '@assoc/contract'
import { instantOf } from '@assoc/contract/core/day'
import { MATRIX_ROLES, type selectRoleMatrix } from '@assoc/contract/rbac/rights'

export type Matrix = ResponseOf<typeof selectRoleMatrix>
export type MatrixRole = Matrix['roles'][number]
export type MatrixPermit = Matrix['permits'][number]
export type MatrixGrant = Matrix['grants'][number]

export type Show = 'all' | 'granted' | 'sensitive' | 'dated' | 'none'

/** Which roles the address asks for: two that are compared, chosen ones, or none in particular. */
export interface Asked {
  kind: 'pair' | 'chosen' | 'none'
  /** Roles that there are, as many as one comparison shows. */
  ids: string[]
  /** The choice, which a pair leaves as it is. */
  chosen: string[]
  /** How many more are chosen than one comparison shows. */
  left: number
  /** How many of the chosen are not there any more. */
  gone: number
}

/** Reads the roles from the address. `known` are all that there are. */
export function askedRoles(get: (name: string) => string, known: ReadonlySet<string>): Asked {
  const named = [...new Set(get('roles').split(',').filter(Boolean))]
  const all = named.filter((id) => known.has(id))
  const chosen = all.slice(0, MATRIX_ROLES)
  const [a, b] = [get('a'), get('b')]
  if (known.has(a) && known.has(b) && a !== b) return { kind: 'pair', ids: [a, b], chosen, left: 0, gone: 0 }
  return { kind: all.length > 0 ? 'chosen' : 'none', ids: chosen, chosen, left: all.length - chosen.length, gone: named.length - all.length }
}

/** How many roles there are and which of them stand here, in one sentence or more. */
export function roleSentence({ choices, roles }: Matrix, { kind, left, gone }: Asked): string {
  const total = `共 ${choices.length} 个角色`
  const here =
    kind !== 'none'
      ? `，正在对比选中的 ${roles.length} 个。`
      : choices.length <= roles.length
        ? '，已全部显示。'
        : `，未选择时只显示前 ${roles.length} 个；要看其余角色，请在“显示哪些角色”中选择，一次最多对比 ${MATRIX_ROLES} 个。`
  return [total, here, gone > 0 ? `所选角色中有 ${gone} 个已不存在。` : '', left > 0 ? `一次最多对比 ${MATRIX_ROLES} 个，多选的 ${left} 个没有显示。` : ''].join('')
}

/** Grants by role and permit. */
export const grantsByCell = (matrix: Matrix): Map<string, MatrixGrant> => new Map(matrix.grants.map((g) => [cellKey(g.roleId, g.permitId), g]))

export const cellKey = (roleId: string, permitId: string): string => `${roleId} ${permitId}`

/** A grant that holds now. */
export const holds = (grant: MatrixGrant | undefined): boolean => grant !== undefined && !grant.expired

export interface Filter {
  word: string
  module: string
  show: Show
  /** Two roles, compared: only what differs between them. */
  pair: readonly [string, string] | null
}

/** Permits that a filter leaves, by module in their order. */
export function groupsOf(matrix: Matrix, roles: readonly MatrixRole[], cells: ReadonlyMap<string, MatrixGrant>, { word, module, show, pair }: Filter): { module: string; moduleName: string; permits: MatrixPermit[] }[] {
  const at = (roleId: string, p: MatrixPermit) => cells.get(cellKey(roleId, p.permitId))
  const fits = (p: MatrixPermit): boolean => {
    if (module && p.module !== module) return false
    if (word && !p.permitName.includes(word) && !p.permitCode.toLowerCase().includes(word.toLowerCase())) return false
    if (pair && holds(at(pair[0], p)) === holds(at(pair[1], p))) return false
    if (show === 'sensitive') return p.sensitive
    if (show === 'granted') return roles.some((r) => holds(at(r.roleId, p)))
    if (show === 'none') return !roles.some((r) => holds(at(r.roleId, p)))
    if (show === 'dated') return roles.some((r) => at(r.roleId, p)?.expiresAt)
    return true
  }
  const groups = new Map<string, { module: string; moduleName: string; permits: MatrixPermit[] }>()
  for (const p of matrix.permits.filter(fits)) {
    const group = groups.get(p.module) ?? { module: p.module, moduleName: p.moduleName, permits: [] }
    group.permits.push(p)
    groups.set(p.module, group)
  }
  return [...groups.values()]
}

/** How two roles differ: permits that only one has, and that both have. */
export function compared(matrix: Matrix, cells: ReadonlyMap<string, MatrixGrant>, [a, b]: readonly [string, string]): { onlyA: number; onlyB: number; both: number } {
  const result = { onlyA: 0, onlyB: 0, both: 0 }
  for (const p of matrix.permits) {
    const [inA, inB] = [holds(cells.get(cellKey(a, p.permitId))), holds(cells.get(cellKey(b, p.permitId)))]
    if (inA && inB) result.both += 1
    else if (inA) result.onlyA += 1
    else if (inB) result.onlyB += 1
  }
  return result
}

/** The last moment of a day in Asia/Shanghai, as an instant: a grant holds to the end of its day. */
export const endOfDay = (day: string): string => instantOf(`${day} 23:59:59`)
