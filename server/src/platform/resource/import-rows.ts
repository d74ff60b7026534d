import type { AuditEntry } from '../audit/audit'
import { Refusal } from '../errors'
import { translate } from '../http/execute'
import { insertFields, insertMany, insertsTogether } from './actions'
import type { Action, ResourceRuntime, Row } from './definition'
import type { ImportRow } from './import.repository'
import { apart } from './rows.repository'

/** Rows that are inserted by one statement. When one of them is refused, the others are tried again by halves. */
const TOGETHER = 250

/**
 * Inserts rows with all their rules, in their order. What is refused of a row is noted at the row, and takes back only that row with what
 * it has left in the audit log.
 */
export async function insertEach(m: ResourceRuntime, action: Action, given: readonly ImportRow[]): Promise<void> {
  const rows = given.filter((row) => row.fields && row.messages.length === 0)
  if (!m.options.importRows && !insertsTogether(m)) {
    for (const row of rows) await insertTogether(m, action, [row])
    return
  }
  for (let at = 0; at < rows.length; at += TOGETHER) await insertTogether(m, action, rows.slice(at, at + TOGETHER))
}

async function insertTogether(m: ResourceRuntime, action: Action, rows: readonly ImportRow[]): Promise<void> {
  // What is taken back leaves no audit row either.
  const noted: AuditEntry[] = []
  const own = { ...action, audit: (entry: AuditEntry) => void noted.push(entry) }
  const fields = rows.map((row) => row.fields as Row)
  const [first] = rows
  if (!first) return
  try {
    const insert = m.options.importRows ?? ((each: Action, all: readonly Row[]) => (all.length > 1 ? insertMany(m, each, all) : insertFields(m, each, all[0] as Row)))
    await apart(action.db, async () => void (await insert(own, fields)))
    noted.forEach(action.audit)
  } catch (error) {
    const refusal = translate(error)
    if (!(refusal instanceof Refusal)) throw error
    if (rows.length === 1) {
      const told = (refusal.data as { fields?: { message: string }[] } | null)?.fields?.map((f) => f.message)
      first.messages = told && told.length > 0 ? told : [refusal.message]
      return
    }
    // The first half stands when the second is tried: of two that exclude each other it is the first that is taken, as one by one.
    const half = Math.ceil(rows.length / 2)
    await insertTogether(m, action, rows.slice(0, half))
    await insertTogether(m, action, rows.slice(half))
  }
}

/** The rows as they are to be written: in the order of the file, unless the resource has one of its own. */
export function inOrder(m: ResourceRuntime, rows: readonly ImportRow[]): readonly ImportRow[] {
  const { importOrder } = m.options
  if (!importOrder) return rows
  const key = ({ fields }: ImportRow) => (fields ? importOrder(fields) : '')
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.row - b.row))
}
