import { viewLink } from '@assoc/contract'
import { loadUserFacts } from '../access/load-principal'
import type { Principal } from '../access/principal'
import { writeAudit, type AuditEntry, type AuditFrame } from '../audit/audit'
import type { Db } from '../database/database'
import { Refusal, refuse } from '../errors'
import { defineJob } from '../jobs/worker'
import type { Platform } from '../platform'
import * as work from '../work/work'
import type { Action, ResourceRuntime } from './definition'
import { insertEach } from './import-rows'
import * as repository from './import.repository'
import { actionIn } from './in-job'

// Imports of many rows: checked and written by a work, part by part. A crash takes back the part that was under way; the queue begins the
// work again, and it goes on with the rows that are not written.

const [CHECK, WRITE] = ['resource:importCheck', 'resource:importWrite']
const linkOf = (workId: string) => viewLink('rbac/ExportJob', { record: workId })
/** How often a work is begun: each crash of its process takes one, and what was written by then stays. */
export const ATTEMPTS = 12

interface WorkInput {
  resource: string
  importId: string
  mode: 'all' | 'good'
  /** Where the call came from, for the audit rows. */
  ip: string
  requestId: string
}

const runtimeByName = new Map<string, ResourceRuntime>()
/** Makes a resource known to the jobs of large imports. */
export const importable = (m: ResourceRuntime): void => void runtimeByName.set(m.entity.name, m)

const cancelled = new Error('cancelled')

/** Begins the work of a check or of a writing in the call's own transaction; answers its id. */
export async function begin(m: ResourceRuntime, action: Action, what: 'check' | 'write', importId: string, rows: number, mode: 'all' | 'good' = 'good'): Promise<string> {
  const { db, principal, request } = action
  const { label } = m.contract.definition
  const input: WorkInput = { resource: m.entity.name, importId, mode, ip: request.ip, requestId: request.id }
  const [job, title] = what === 'check' ? [CHECK, `检查${label}导入文件`] : [WRITE, `导入${label}`]
  const workId = await work.insertWork(db, job, principal.userId, title, input, rows)
  await action.job(job, { workId }, { maxAttempts: ATTEMPTS, key: `work:${workId}` })
  await repository.setStatus(db, importId, what === 'check' ? 'checking' : 'writing', workId)
  return workId
}

interface Begun extends WorkInput {
  m: ResourceRuntime
  principal: Principal
}

/** Does a work with the rights that the person has now; a failure is noted at the work and thrown, for the queue to try again. */
async function carryOut(platform: Platform, workId: string, failed: string, does: (begun: Begun) => Promise<void>): Promise<void> {
  const { db } = platform
  const row = await work.startWork(db, workId)
  if (!row) return
  const input = row.input as WorkInput
  const m = runtimeByName.get(input.resource)
  const access = m?.contract.definition.access.import
  const facts = await loadUserFacts(db, row.user_id)
  const may = access?.kind !== 'permit' || facts?.principal.permits.has(access.code)
  if (!m || !facts || facts.accountStatus !== 'normal' || !may) return work.failWork(db, workId, '您已没有导入的权限')
  try {
    await does({ ...input, m, principal: { ...facts.principal, sessionId: '' } })
  } catch (error) {
    if (error === cancelled) return
    if (error instanceof Refusal) return work.failWork(db, workId, error.message)
    await work.failWork(db, workId, failed)
    throw error
  }
}

/** Tries every row as it would be written, takes all of it back, and keeps what was refused. */
export const runCheck = ({ workId }: { workId: string }, platform: Platform): Promise<void> =>
  carryOut(platform, workId, '检查中断，系统会自动重试', async ({ m, principal, importId, ip, requestId }) => {
    const { db } = platform
    const bad: repository.KeptRow[] = []
    const takenBack = new Error('taken back')
    let done = 0
    const trying = db.transaction().execute(async (tx) => {
      const action: Action = { ...actionIn(platform, tx, principal, [], { id: requestId, ip }), audit: () => undefined }
      for await (const rows of openParts(tx, importId)) {
        await insertEach(m, action, rows)
        bad.push(...rows.filter((r) => r.messages.length > 0))
        done += rows.length
        if (!(await work.tellProgress(db, workId, done))) throw cancelled
      }
      throw takenBack
    })
    await trying.catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
    await db.transaction().execute(async (tx) => {
      await repository.settleRows(tx, importId, bad, false)
      await repository.setStatus(tx, importId, 'checked')
      const notice = { title: '导入文件已检查', content: `${m.contract.definition.label}导入文件已检查，共 ${done} 行参与检查，${bad.length} 行有问题。`, link: linkOf(workId) }
      if (!(await work.finishWork(tx, { workId, userId: principal.userId, rows: done, notice }))) throw cancelled
    })
  })

async function* openParts(tx: Db, importId: string): AsyncGenerator<repository.KeptRow[]> {
  for (let after = 0; ; ) {
    const rows = await repository.openRows(tx, importId, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.position
  }
}

/** Writes a checked import: the good rows part by part, each part in a transaction with its audit rows; or all rows in one. */
export const runWrite = ({ workId }: { workId: string }, platform: Platform): Promise<void> =>
  carryOut(platform, workId, '导入中断，系统会自动重试', async (begun) => {
    const { m, principal, importId, mode, ip, requestId } = begun
    const { db } = platform
    const frame: AuditFrame = { userId: principal.userId, userName: principal.realName, ip, requestId, path: m.contract.importWrite?.path ?? '', title: m.contract.importWrite?.title ?? '' }
    const writer: Writer = {
      begun,
      workId,
      write: async (tx, rows) => {
        const entries: AuditEntry[] = []
        await insertEach(m, actionIn(platform, tx, principal, entries, { id: requestId, ip }), rows)
        const refused = rows.find((r) => r.messages.length > 0)
        if (refused && mode === 'all') throw refuse.inUse(`第 ${refused.row} 行：${refused.messages.join('；')}。没有写入任何行`)
        await repository.settleRows(tx, importId, rows, true)
        await writeAudit(tx, frame, entries)
      },
      close: async (tx) => {
        const { written, bad } = await repository.countRows(tx, importId)
        await repository.closeImport(tx, importId)
        await writeAudit(tx, frame, [{ recordType: m.entity.name, recordId: null, verb: 'import', after: { importId, written, left: bad } }])
        const notice = { title: '导入完成', content: `${m.contract.definition.label}已写入 ${written} 行${bad > 0 ? `，${bad} 行没有写入` : ''}。`, link: linkOf(workId) }
        if (!(await work.finishWork(tx, { workId, userId: principal.userId, rows: written, notice }))) throw cancelled
      },
    }
    try {
      await (mode === 'all' ? writeAll(db, writer) : writeParts(db, writer))
    } catch (error) {
      // Nothing is written: the person may correct the file, or take the good rows.
      if (error instanceof Refusal) await repository.setStatus(db, importId, 'checked')
      throw error
    }
  })

interface Writer {
  begun: Begun
  workId: string
  write: (tx: Db, rows: repository.KeptRow[]) => Promise<void>
  close: (tx: Db) => Promise<void>
}

async function writeAll(db: Db, { begun: { importId, principal, resource }, workId, write, close }: Writer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await isWriting(tx, principal, resource, importId))) return
    let done = 0
    for await (const rows of openParts(tx, importId)) {
      await write(tx, rows)
      done += rows.length
      // By another connection, so that it is seen while the transaction runs.
      if (!(await work.tellProgress(db, workId, done))) throw cancelled
    }
    await close(tx)
  })
}

async function writeParts(db: Db, { begun: { importId, principal, resource }, workId, write, close }: Writer): Promise<void> {
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (tx) => {
      // Held, so that of two processes that both think the work is theirs each row is written by one.
      if (!(await isWriting(tx, principal, resource, importId))) return false
      const rows = await repository.openRows(tx, importId, 0)
      if (rows.length === 0) {
        await close(tx)
        return false
      }
      await write(tx, rows)
      const { written } = await repository.countRows(tx, importId)
      if (!(await work.tellProgress(tx, workId, written))) throw cancelled
      return true
    })
  }
}

const isWriting = async (tx: Db, principal: Principal, resource: string, importId: string): Promise<boolean> =>
  (await repository.findImport(tx, principal.userId, resource, importId, true))?.status === 'writing'

defineJob(CHECK, runCheck)
defineJob(WRITE, runWrite)
