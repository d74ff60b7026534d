import type { Access, AnyResource, PermitCode, RowOf } from '@assoc/contract'
import type { Principal } from '../../../platform/access/principal'
import { derivedUpdate } from '../../../platform/resource/actions'
import { versionOf, type ResourceRuntime, type Row } from '../../../platform/resource/definition'
import { SYSTEM } from '../../../platform/resource/in-job'
import { findRow, rowsOf } from '../../../platform/resource/rows.repository'
import type { ChangeTarget } from './target'

export function permitOf(access: Access): PermitCode {
  if (access.kind !== 'permit') throw new Error('records that can be changed on request are read by permit')
  return access.code
}

/** Records that a picker offers. */
export const OFFERED = 20

export const everywhere = (m: ResourceRuntime, principal: Principal): Principal => ({ ...principal, scopes: { ...principal.scopes, [m.entity.module ?? '']: { all: true, deptIds: [], jurisdictions: [], self: false } } })

/** How a kind that is a resource is found, read and written: by its own update, with all its rules. */
export function changeableResource<R extends AnyResource>(typed: ResourceRuntime<R>, labelOf: (row: RowOf<R>) => string): Pick<ChangeTarget, 'readPermit' | 'find' | 'read' | 'write'> {
  const m: ResourceRuntime = typed
  const label = (row: Row) => labelOf(row as RowOf<R>)
  return {
    readPermit: permitOf(m.contract.definition.access.read),
    find: async (db, principal, keyword) => (await rowsOf(db, m, principal, { filters: { keyword } }, OFFERED, 0)).map((row) => ({ targetId: String(row[m.idField]), name: label(row) })),
    async read(db, principal, id) {
      const row = await findRow(db, m, principal ?? everywhere(m, SYSTEM), id)
      return row && { name: label(row), values: row, version: versionOf(row) }
    },
    write: async (action, id, version, values, author) => void (await derivedUpdate(m, action, id, version, values, author)),
  }
}
