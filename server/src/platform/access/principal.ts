import type { PermitCode } from '@assoc/contract'
import type { Links } from './links'

/** Data scope of a person in one module: the union over their roles. */
export interface ModuleScope {
  all: boolean
  /** Rows of these departments (own, chosen, and below are already resolved to ids). */
  deptIds: string[]
  jurisdictions: string[]
  /** Their own rows. */
  self: boolean
  /** Rows of the companies and persons that they act for. */
  linked?: boolean
}

/** The role as which a session looks at the console, read-only. */
export interface RoleView {
  roleId: string
  roleName: string
  /** ISO 8601. */
  until: string
}

/** Who makes a call. Comes from the session alone; nothing in a body changes it. */
export interface Principal {
  userId: string
  sessionId: string
  loginName: string
  realName: string
  typeId: string
  deptId: string | null
  mustChangePassword: boolean
  roleIds: string[]
  permits: ReadonlySet<string>
  /** By module; a module that is missing has no rows. */
  scopes: Readonly<Record<string, ModuleScope>>
  /** The companies and persons that they act for, with what they are to them. */
  links: Links
  /** Set while roles, permits and scopes are those of a role that is looked at; the person stays who they are. */
  roleView?: RoleView
  /** For whom this person decides as their deputy: rows are those of the other, permits are those that both hold. The person stays who they are. */
  behalf?: Principal
}

/** The person, and for whom they act: what one of them has written neither of them approves. */
export const personsOf = ({ userId, behalf }: Pick<Principal, 'userId' | 'behalf'>): string[] => (behalf ? [userId, behalf.userId] : [userId])

/** A person as the deputy of another: permits that both hold, and the rows of the other. */
export function onBehalf(principal: Principal, other: Principal): Principal {
  const permits = new Set([...principal.permits].filter((permit) => other.permits.has(permit)))
  return { ...principal, permits, scopes: other.scopes, behalf: { ...other, permits } }
}

/** Whether somebody holds a permit of the contract, now. */
export const has = (principal: Pick<Principal, 'permits'>, permit: PermitCode): boolean => principal.permits.has(permit)

export const NO_ROWS: ModuleScope = { all: false, deptIds: [], jurisdictions: [], self: false }

export const moduleScopeOf = (principal: Principal, module: string): ModuleScope => principal.scopes[module] ?? NO_ROWS
