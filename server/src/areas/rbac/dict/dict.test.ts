import { CODE } from '@assoc/contract'
import { dict, dictItem } from '@assoc/contract/rbac/dict'
import { explainRows } from '../../../platform/resource/rows.repository'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { sql } from 'kysely'
import * as modules from '.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (fields: { dictCode: string; dictName: string }) => (await server.ok(dict.insert, { remark: null, ...fields })).dictId
const read = (dictId: string) => server.ok(dict.read, { dictId })

test('a dictionary with its items: made, found, changed, its items counted, and the log tells each step', async () => {
  const dictId = await made({ dictCode: 'withdrawReason', dictName: '退会原因' })
  await server.ok(dictItem.insert, { dictId, itemValue: '1', itemLabel: '主动申请', sortNo: 1, remark: null })
  expect(await read(dictId)).toMatchObject({ dictName: '退会原因', itemCount: 1, dictStatus: 'enabled', abilities: ['update', 'disable', 'delete'] })
  expect((await server.ok(dict.list, { keyword: '退会' })).total).toBe(1)
  expect(await server.ok(dict.update, { dictId, version: 1, dictCode: 'withdrawReason', dictName: '退会理由', remark: null })).toEqual({ version: 2 })
  expect(await server.ok(dict.change, { dictId, version: 2, verb: 'disable' })).toEqual({ dictStatus: 'disabled', version: 3 })
  expect((await server.ok(dict.list, { dictStatus: 'enabled', keyword: '退会' })).total).toBe(0)
  await server.ok(dict.remove, { dictId, version: 3 })
  const audit = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'dict').orderBy('audit_id').execute()
  expect(audit.map((a) => a.verb)).toEqual(['insert', 'update', 'disable', 'delete'])
  expect(audit[1]).toMatchObject({ before: { dictName: '退会原因' }, after: { dictName: '退会理由' } })
})

test('a taken code and a taken value are refused at their fields; an old version gets what stands there now', async () => {
  const dictId = await made({ dictCode: 'twice', dictName: '一次' })
  expect(await server.call(dict.insert, { dictCode: 'twice', dictName: '两次' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'dictCode' }] } })
  await server.ok(dict.update, { dictId, version: 1, dictCode: 'twice', dictName: '改名' })
  const old = await server.call(dict.update, { dictId, version: 1, dictCode: 'twice', dictName: '旧改' })
  expect(old).toMatchObject({ returnCode: CODE.conflict, data: { current: { dictName: '改名', version: 2 } } })
})

test('a batch does what it may, tells what it may not, and its audit rows are those of what was done', async () => {
  const ids = [await made({ dictCode: 'batchA', dictName: '批甲' }), await made({ dictCode: 'batchB', dictName: '批乙' })]
  await server.platform.db.updateTable('dict').set({ built_in: true }).where('dict_id', '=', ids[1] ?? '').execute()
  const answer = await server.ok(dict.batch, { verb: 'delete', ids: [...ids, '999999'] })
  expect(answer).toEqual({ done: 1, next: null, failed: [{ id: ids[1], name: '批乙', message: expect.any(String) }, { id: '999999', name: '', message: '记录不存在，或不在您的数据范围内' }] })
  const noted = await server.platform.db.selectFrom('audit_log').select('record_id').where('record_type', '=', 'dict').where('verb', '=', 'delete').where('record_id', 'in', ids).execute()
  expect(noted).toEqual([{ record_id: ids[0] }])
})

test('all that a filter matches, step by step, also while the action takes rows out of the filter', async () => {
  const { db } = server.platform
  await sql`insert into dict (dict_code, dict_name) select 'many' || n, '许多' || n from generate_series(1, 120) n`.execute(db)
  let next: string | null | undefined
  let done = 0
  let steps = 0
  do {
    const answer = await server.ok(dict.batch, { verb: 'disable', filter: { keyword: '许多', dictStatus: 'enabled' }, ...(next ? { after: next } : {}) })
    done += answer.done
    next = answer.next
    steps += 1
  } while (next)
  expect([done, steps]).toEqual([120, 3])
})

test('a filter that is none is refused, and a verb that nobody has', async () => {
  expect((await server.call(dict.batch, { verb: 'disable', filter: { dictStatus: 'x' } })).returnCode).toBe(CODE.input)
  expect((await server.call(dict.batch, { verb: 'explode', ids: ['1'] })).returnCode).toBe(CODE.input)
})

test('a batch tells what it has moved, and is taken back over those versions alone: what was changed since stays', async () => {
  const ids = [await made({ dictCode: 'undoA', dictName: '撤甲' }), await made({ dictCode: 'undoB', dictName: '撤乙' })]
  const { changed = [] } = await server.ok(dict.batch, { verb: 'disable', ids })
  expect(changed).toEqual(ids.map((id) => ({ id, version: 2, from: 'enabled' })))
  await server.ok(dict.change, { dictId: ids[1] ?? '', version: 2, verb: 'enable' })
  await server.ok(dict.change, { dictId: ids[1] ?? '', version: 3, verb: 'disable' })
  const back = { verb: 'enable', ids, versions: changed.map(({ version }) => version) }
  const answer = await server.ok(dict.batch, back)
  expect([answer.done, answer.failed.map(({ id }) => id)]).toEqual([1, [ids[1]]])
  expect((await server.ok(dict.read, { dictId: ids[1] ?? '' })).dictStatus).toBe('disabled')
  expect(await server.call(dict.batch, { ...back, versions: [2] })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'versions' }] } })
  // Control: without the versions the other's change is taken back as well.
  expect((await server.ok(dict.batch, { verb: 'enable', ids: [ids[1] ?? ''] })).done).toBe(1)
})

test('who may only read gets no actions, and none of their batches does anything', async () => {
  const dictId = await made({ dictCode: 'readOnly', dictName: '只读' })
  const reader = await server.person({ permits: ['rbac:dict:read'] })
  expect(await server.ok(dict.read, { dictId }, { as: reader })).toMatchObject({ abilities: [] })
  expect((await server.call(dict.batch, { verb: 'delete', ids: [dictId] }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(dict.change, { dictId, version: 1, verb: 'disable' }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect(await read(dictId)).toMatchObject({ dictStatus: 'enabled' })
})

test('an export is a workbook of the filter with the wished columns; above 5,000 rows it becomes a job that ends in a file', async () => {
  const response = await server.raw(`/capcoapi${dict.exportRows.path}`, { method: 'POST', as: server.admin, body: JSON.stringify({ keyword: '许多', columns: ['dictCode', 'dictStatus'] }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  expect(Buffer.from(await response.arrayBuffer()).subarray(0, 2).toString()).toBe('PK')
  expect((await server.call(dict.exportRows, { columns: ['passwordHash'] })).returnCode).toBe(CODE.input)
  await sql`insert into dict (dict_code, dict_name) select 'huge' || n, '巨大' || n from generate_series(1, 5001) n`.execute(server.platform.db)
  const large = await server.call(dict.exportRows, { keyword: '巨大' })
  expect(large.returnCode).toBe(CODE.silent)
  const { workId } = large.data as unknown as { workId: string }
  for (let i = 0; i < 200; i++) {
    const row = await server.platform.db.selectFrom('work').select(['work_status', 'done_rows']).where('work_id', '=', workId).executeTakeFirstOrThrow()
    if (row.work_status === 'done') return expect(row.done_rows).toBe(5001)
    if (row.work_status === 'failed') break
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error('the export was not done')
})

test('no searched or sorted path reads the tables through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into dict_item (dict_id, item_value, item_label) select (select min(dict_id) from dict), 'v' || n, '标签' || n from generate_series(1, 20000) n`.execute(db)
  await sql`analyze dict, dict_item`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [m, filters, sort] of [
    [modules.dict.runtime, {}, { field: 'dictName', order: 'asc' }],
    [modules.dict.runtime, { keyword: '退会' }, undefined],
    [modules.dictItem.runtime, { dictId: '1' }, undefined],
    [modules.dictItem.runtime, { keyword: '签1' }, { field: 'itemValue', order: 'desc' }],
  ] as const) {
    const plan = await explainRows(db, m, principal, { filters, sort })
    // The count of a list without a filter reads a whole index or table; a search and an order never do.
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on (dict|dict_item) t/)
  }
})
