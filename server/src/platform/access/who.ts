/** Data scope of a person in one module: the union over her roles. */
export interface ModuleScope {
  all: boolean
  /** Rows of these departments (own, chosen, and below are already resolved to ids). */
  deptIds: string[]
  jurisdictions: string[]
  /** Her own rows. */
  self: boolean
}

/** Who makes a call. Comes from the session alone; nothing in a body changes it. */
export interface Who {
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
}

export const has = (who: Who, permit: string): boolean => who.permits.has(permit)

export const NO_ROWS: ModuleScope = { all: false, deptIds: [], jurisdictions: [], self: false }

export const scopeOf = (who: Who, module: string): ModuleScope => who.scopes[module] ?? NO_ROWS
