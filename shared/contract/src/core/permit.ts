import type { PermitCode } from '../permits'
import type { Access } from './call'

export interface Permit {
  /** module:entity:action */
  code: PermitCode
  name: string
  module: string
  moduleName: string
  /** Sensitive permits can be made to ask for a second factor and are marked in the role editor. */
  sensitive: boolean
}

export interface PermitGroup<M extends string, K extends string> {
  (code: K): Access
  permits: Permit[]
  module: M
}

/**
 * Declares the permits of one module; `permits.ts` names it, so that its codes belong to `PermitCode`. The result makes the access of a call, and its list seeds the
 * permit table, the role matrix of the tests and the session's `permitList`.
 * A name that ends in `!` is marked sensitive.
 */
export function permits<M extends string, K extends string>(module: M, moduleName: string, names: Record<K, string>): PermitGroup<M, K> {
  const list = (Object.entries(names) as [K, string][]).map(([code, name]) => ({
    code: `${module}:${code}` as PermitCode,
    name: name.replace(/!$/, ''),
    module,
    moduleName,
    sensitive: name.endsWith('!'),
  }))
  const access = (code: K): Access => ({ kind: 'permit', code: `${module}:${code}` as PermitCode })
  return Object.assign(access, { permits: list, module })
}

export const isPermitGroup = (value: unknown): value is PermitGroup<string, string> =>
  typeof value === 'function' && Array.isArray((value as { permits?: unknown }).permits)
