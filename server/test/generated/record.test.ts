import { CODE, type Call } from '@assoc/contract'
import * as calls from '@assoc/contract/platform/record'
import { sql } from 'kysely'
import '../../src/areas'
import { listsOf } from '../../src/areas/workspace/record/related'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import type { ResourceRuntime } from '../../src/platform/resource/definition'
import type { Session } from '../harness'
import { FIXTURES } from './fixtures'
import { ALL_PERMITS, buildWorld, MODULES, NOWHERE, type World } from './world'

// What stands beside a record is shown to those alone who may read the record, of every resource that there is.
let world: World
let everything: Session
let nowhere: Session
beforeAll(async () => {
  world = await buildWorld()
  const scopes = Object.fromEntries(MODULES.map((m) => [m, 'all' as const]))
  everything = await world.server.person({ permits: ALL_PERMITS, scopes })
  nowhere = await world.server.person({ permits: ALL_PERMITS })
})
afterAll(() => world.stop())

const OF_RECORD: readonly Call[] = [calls.selectRecordProcess, calls.selectRecordTimeline, calls.selectRecordRelated, calls.selectRelatedRows, calls.selectNoteReaders, calls.insertRecordNote, calls.selectRecordCopies, calls.insertRecordCopies]
const bodyOf = (call: Call, recordType: string, recordId: string, key: string) => ({
  recordType,
  recordId,
  ...(call === calls.selectRelatedRows ? { key } : {}),
  ...(call === calls.selectNoteReaders ? { keyword: '甄' } : {}),
  ...(call === calls.insertRecordNote ? { content: '核对过了' } : {}),
  ...(call === calls.insertRecordCopies ? { userIds: [everything.userId] } : {}),
})
const codesOf = async (as: Session, m: ResourceRuntime, id: string): Promise<Record<string, string>> => {
  const key = listsOf(m.entity.name)[0]?.key ?? 'none.none'
  const codes: Record<string, string> = {}
  for (const call of OF_RECORD) {
    if (call === calls.selectRelatedRows && key === 'none.none') continue
    // A copy takes a colleague who sees the row as well, which of rows of one person nobody does (copies.test.ts).
    if (call === calls.insertRecordCopies && as === everything) continue
    codes[call.path.split('/').at(-1) ?? ''] = (await world.send(call, { as, body: bodyOf(call, m.entity.name, id, key) })).returnCode
  }
  return codes
}
const only = (codes: Record<string, string>) => [...new Set(Object.values(codes))]

/** A row of the resource that the administrator sees. */
async function anyRow(m: ResourceRuntime): Promise<string> {
  const { db } = world.server.platform
  const deleted = m.options.softDelete
  const first = async () =>
    deleted
      ? (await sql<{ id: string }>`select ${sql.ref(m.idColumn)}::text as id from ${sql.table(m.options.table)} where not ${sql.ref(deleted)} order by 1 limit 1`.execute(db)).rows[0]?.id
      : (await world.split(m.entity, everything.userId)).inside
  const there = await first()
  if (there) return there
  const made = await FIXTURES[m.entity.name]?.(db)
  return (await first()) ?? made ?? ''
}

const runtime = resourceRuntimes().map((m): [string, ResourceRuntime] => [m.entity.name, m])

test.each(runtime)('%s: what stands beside a record is there for those who may read it, and for nobody else', async (name, m) => {
  const id = await anyRow(m)
  expect(only(await codesOf(everything, m, id))).toEqual([CODE.ok])
  expect((await world.send(calls.selectRecordTimeline, { as: everything, body: bodyOf(calls.selectRecordTimeline, name, NOWHERE, '') })).returnCode).toBe(CODE.notFound)
  const { read } = m.contract.definition.access
  if (read.kind === 'permit') {
    const without = await world.server.person({ permits: ALL_PERMITS.filter((code) => code !== read.code), scopes: Object.fromEntries(MODULES.map((one) => [one, 'all' as const])) })
    const before = await world.fingerprint()
    expect([name, only(await codesOf(without, m, id))]).toEqual([name, [CODE.notFound]])
    expect(await world.fingerprint()).toEqual(before)
  }
  if (m.entity.module) {
    const before = await world.fingerprint()
    expect([name, only(await codesOf(nowhere, m, id))]).toEqual([name, [CODE.notFound]])
    expect(await world.fingerprint()).toEqual(before)
  }
})
