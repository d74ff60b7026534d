import { BlockList, isIPv6 } from 'node:net'
import { PARAMETERS, type ParameterKey } from '@assoc/contract/rbac/param'
import { securityPolicy, type SecurityPolicy } from '@assoc/contract/rbac/security'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import type { Revocations } from '../auth/revocations'

const KEY = 'security'
/** What the keys of parameters begin with. */
export const PARAMETER = 'param/'

export interface StoredPolicy {
  policy: SecurityPolicy
  /** 0 while nothing has been stored. */
  version: number
  allowed: BlockList | null
}

/**
 * The security policy as it holds now. Read once and kept while the notices of changes arrive; a change bites on the
 * next request in every process.
 */
export class Settings {
  private kept: StoredPolicy | null = null
  private parameters: Map<string, number> | null = null
  private readonly db: Db
  private readonly revocations: Revocations
  private readonly defaults: SecurityPolicy

  constructor(db: Db, revocations: Revocations, defaults: SecurityPolicy) {
    this.db = db
    this.revocations = revocations
    this.defaults = defaults
    revocations.onNotice((notice) => {
      if (notice.kind !== 'all') return
      this.kept = null
      this.parameters = null
    })
  }

  /** The stored policy, or the installation's defaults. */
  async security(): Promise<StoredPolicy> {
    if (this.kept && this.revocations.live) return this.kept
    const generation = this.revocations.generation
    const row = await this.db.selectFrom('setting').select(['value', 'version']).where('key', '=', KEY).executeTakeFirst()
    // A field that a later version added has its default until the policy is stored again.
    const policy = row ? { ...this.defaults, ...(securityPolicy.partial().parse(row.value) as SecurityPolicy) } : this.defaults
    const stored = { policy, version: row?.version ?? 0, allowed: listOf(policy.allowedAddresses) }
    // A change that came while we were reading may be newer than what we read.
    if (this.revocations.live && generation === this.revocations.generation) this.kept = stored
    return stored
  }

  /** A parameter as it holds now. */
  async parameter(key: ParameterKey): Promise<number> {
    if (!this.parameters || !this.revocations.live) {
      const generation = this.revocations.generation
      const rows = await this.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${PARAMETER}%`).execute()
      const read = new Map(rows.map((r) => [r.key.slice(PARAMETER.length), Number(r.value)]))
      if (!this.revocations.live || generation !== this.revocations.generation) return read.get(key) ?? PARAMETERS[key].initial
      this.parameters = read
    }
    return this.parameters.get(key) ?? PARAMETERS[key].initial
  }

  /** Whether calls from an address are taken. */
  async admits(address: string): Promise<boolean> {
    const { allowed } = await this.security()
    return allowed === null || within(allowed, address)
  }
}

/** A parameter as it stands in this moment, as an expression of SQL: for rows that must not follow a kept value. */
export const parameterSql = (key: ParameterKey) =>
  sql<number>`coalesce((select (s.value #>> '{}')::int from setting s where s.key = ${PARAMETER + key}), ${PARAMETERS[key].initial})`

/** Sets a parameter unless somebody has chosen it already; for the demo association and for tests. */
export const presetParameter = (db: Db, key: ParameterKey, value: number) =>
  sql`insert into setting (key, value) values (${PARAMETER + key}, ${String(value)}::jsonb) on conflict (key) do nothing`.execute(db)

const MAPPED = /^::ffff:(?=\d+\.)/i

/** Whether a list of ranges holds an address; an IPv4 address counts as one however it is written. */
export function within(list: BlockList, address: string): boolean {
  const plain = address.replace(MAPPED, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** The ranges as a list that is asked; null when there are none and everybody may come. */
export function listOf(ranges: readonly string[]): BlockList | null {
  if (ranges.length === 0) return null
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return list
}
