import { CODE, IMPORT_NOW_ROWS, IMPORT_REASON, shapeOf } from '@assoc/contract'
import { selectWork } from '@assoc/contract/platform/work'
import { dict, dictItem } from '@assoc/contract/rbac/dict'
import { cancelWork } from '@assoc/contract/rbac/work'
import { sql } from 'kysely'
import type { z } from 'zod'
import { writeWorkbook, type CellValue } from '../excel/excel'
import { readSheet } from '../excel/testing'
import type { Action } from './definition'
import { finderOf } from './named'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => server.platform.db.deleteFrom('dict').execute())

const HEADER = ['字典编码', '字典名称', '备注']
const book = (rows: CellValue[][], header = HEADER) => writeWorkbook([{ name: '字典', header, rows }])
const check = async (rows: CellValue[][], header?: string[], as = server.admin) => server.upload(dict.importCheck, {}, { name: '字典.xlsx', bytes: await book(rows, header) }, as)
const codes = async () => (await server.platform.db.selectFrom('dict').select('dict_code').orderBy('dict_id').execute()).map((r) => r.dict_code)
const fetchFile = async (path: string, input: object) => {
  const response = await server.raw(`/capcoapi${path}`, { method: 'POST', body: JSON.stringify(input), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  return Buffer.from(await response.arrayBuffer())
}
const many = (n: number): CellValue[][] => Array.from({ length: n }, (_, i) => [`code${i}`, `名称${i}`, null])

test('50 rows with three bad ones: each is told with its reason, nothing is written before it is wished, 47 are, the rest comes back as a file', async () => {
  await server.ok(dict.insert, { dictCode: 'taken', dictName: '已有' })
  const rows = many(50)
  rows[4] = ['9bad', '坏编码', null]
  rows[9] = ['code3', '同编码', null]
  rows[19] = ['taken', '撞库', null]
  const { data } = await check(rows)
  expect(data).toMatchObject({ total: 50, good: 47, bad: 3 })
  expect(data?.problems.map((p) => [p.row, p.messages[0]])).toEqual([
    [6, expect.stringContaining('字典编码须以小写字母开头')],
    [11, '该字典编码已被使用'],
    [21, '该字典编码已被使用'],
  ])
  expect(await codes()).toEqual(['taken'])
  const importId = data?.importId ?? ''
  expect(await server.call(dict.importWrite, { importId, mode: 'all' })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('没有写入任何行') })
  expect(await codes()).toEqual(['taken'])
  expect(await server.ok(dict.importWrite, { importId, mode: 'good' })).toMatchObject({ written: 47, problems: [{ row: 6 }, { row: 11 }, { row: 21 }] })
  expect(await codes()).toHaveLength(48)
  expect((await server.call(dict.importWrite, { importId, mode: 'good' })).returnCode).toBe(CODE.inUse)
  expect(await codes()).toHaveLength(48)
  const [header, ...left] = await readSheet(await fetchFile(dict.importErrors.path, { importId }), 10)
  expect(header).toEqual([...HEADER, IMPORT_REASON])
  expect(left.map((r) => r[0])).toEqual(['9bad', 'code3', 'taken'])
  // Corrected, the file of errors goes in as it is.
  const again = await check(left.map((r, i) => [`fixed${i}`, r[1] ?? null, null, r[3] ?? null]), [...HEADER, IMPORT_REASON])
  expect(again.data).toMatchObject({ good: 3, bad: 0 })
})

test('what has become wrong since the check is told with the row, and the audit log has one row for each that was written', async () => {
  const { data } = await check(many(3))
  await server.ok(dict.insert, { dictCode: 'code1', dictName: '抢先' })
  const answer = await server.ok(dict.importWrite, { importId: data?.importId ?? '', mode: 'good' })
  expect(answer).toEqual({ written: 2, problems: [{ row: 3, name: '名称1', messages: ['该字典编码已被使用'] }], workId: null })
  const ids = (await server.platform.db.selectFrom('dict').select('dict_id').where('dict_code', 'in', ['code0', 'code2']).execute()).map((r) => r.dict_id)
  const noted = await server.platform.db.selectFrom('audit_log').select('record_id').where('record_type', '=', 'dict').where('verb', '=', 'insert').where('path', '=', dict.importWrite.path).execute()
  expect(noted.map((n) => n.record_id).filter((id) => Number(id) >= Math.min(...ids.map(Number))).sort()).toEqual(ids.sort())
})

test('two writes at once of one import: it is written once', async () => {
  const { data } = await check(many(5))
  const importId = data?.importId ?? ''
  const answers = await Promise.all([1, 2, 3].map(() => server.call(dict.importWrite, { importId, mode: 'all' })))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.inUse, CODE.inUse].sort())
  expect(await codes()).toHaveLength(5)
})

test('files that are none are refused at the file with what to do', async () => {
  const upload = (bytes: Buffer) => server.upload(dict.importCheck, {}, { name: 'x.xlsx', bytes })
  expect(await upload(Buffer.from('not a workbook'))).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'file', message: expect.stringContaining('xlsx') }] } })
  expect((await check([['x']], ['别的列'])).data).toMatchObject({ fields: [{ message: '第一行缺少列：字典编码、字典名称。请使用模板，或手工对应各列' }] })
  expect((await check([], HEADER)).data).toMatchObject({ fields: [{ message: '文件中没有数据行' }] })
  expect((await check(many(1), [...HEADER, '字典名称'])).data).toMatchObject({ fields: [{ message: '第一行有两列「字典名称」' }] })
})

test('a csv in GBK with rows above its titles, blanks, marks and full-width letters gives the same rows as the template', async () => {
  // A line 字典一览, titles with a wide blank, a star and （必填）, the codes 'ab and ｃｄ, in GBK.
  const gbk = Buffer.from('d7d6b5e4d2bbc0c00d0ad7d6b5e4a1a1b1e0c2eb2a2cd7d6b5e4c3fbb3c6a3a8b1d8cceea3a92cb1b8d7a20d0a2761622cbcd7d2d22c0d0aa3e3a3e42cb1fbb6a12c0d0a', 'hex')
  const { data } = await server.upload(dict.importCheck, {}, { name: '字典.csv', bytes: gbk })
  expect(data).toMatchObject({ total: 2, good: 2, bad: 0, ignored: [] })
  await server.ok(dict.importWrite, { importId: data?.importId ?? '', mode: 'all' })
  const rows = await server.platform.db.selectFrom('dict').select(['dict_code', 'dict_name']).orderBy('dict_id').execute()
  expect(rows).toEqual([{ dict_code: 'ab', dict_name: '甲乙' }, { dict_code: 'cd', dict_name: '丙丁' }])
  // Problems name the row of the file, and a sheet without the columns says where they were looked for.
  expect((await check([['字典编码', '字典名称', '备注'], ['9bad', '坏', null]], ['一览', '', ''])).data).toMatchObject({ bad: 1, problems: [{ row: 3 }] })
  expect((await check([['字典编码', '备注', '其他'], ['a', null, null]], ['一览', '', ''])).returnMessage).toBe('第 2 行缺少列：字典名称。请使用模板，或手工对应各列')
})

test('an import is its maker’s own; who may not write may not check', async () => {
  const { data } = await check(many(1))
  const other = await server.person({ permits: ['rbac:dict:read', 'rbac:dict:update'] })
  expect((await server.call(dict.importWrite, { importId: data?.importId ?? '', mode: 'all' }, { as: other })).returnCode).toBe(CODE.notFound)
  const reader = await server.person({ permits: ['rbac:dict:read'] })
  expect((await check(many(1), HEADER, reader)).returnCode).toBe(CODE.forbidden)
  expect(dictItem.importCheck).toBeNull()
})

test('the template has the columns of the form and explains them', async () => {
  const [header] = await readSheet(await fetchFile(dict.importTemplate.path, {}), 10)
  expect(header).toEqual(HEADER)
})

describe('more rows than a call tries', () => {
  const ended = async (workId: string | null | undefined) => {
    for (;;) {
      const { workStatus, errorMessage } = await server.ok(selectWork, { workId: workId ?? '' })
      if (!['queued', 'running'].includes(workStatus)) return { workStatus, errorMessage }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const COUNT = IMPORT_NOW_ROWS + 500
  const bad = () => {
    const rows = many(COUNT)
    rows[4] = ['9bad', '坏编码', null]
    rows[3000] = ['code7', '同编码', null]
    rows[5200] = ['taken', '撞库', null]
    return rows
  }

  test('are checked and written by works; each row is there once with its audit row, and what was wrong is told as ever', async () => {
    const { db } = server.platform
    await server.ok(dict.insert, { dictCode: 'taken', dictName: '已有' })
    const { data } = await check(bad())
    const importId = data?.importId ?? ''
    expect(data).toMatchObject({ total: COUNT, importStatus: 'checking', workId: expect.any(String) })
    expect((await server.call(dict.importWrite, { importId, mode: 'good' })).returnMessage).toBe('该文件还没有检查完，请稍候，或重新上传')
    expect(await ended(data?.workId)).toMatchObject({ workStatus: 'done' })
    expect(await server.ok(dict.importRead, { importId })).toMatchObject({ importStatus: 'checked', workId: null, good: COUNT - 3, bad: 3, written: 0, problems: [{ row: 6 }, { row: 3002 }, { row: 5202 }] })
    expect(await codes()).toEqual(['taken'])
    expect((await server.call(dict.importWrite, { importId, mode: 'all' })).returnMessage).toBe('有 3 行不能写入。没有写入任何行')

    const { workId } = await server.ok(dict.importWrite, { importId, mode: 'good' })
    expect(await ended(workId)).toEqual({ workStatus: 'done', errorMessage: null })
    expect(await server.ok(dict.importRead, { importId })).toMatchObject({ importStatus: 'written', written: COUNT - 3, bad: 3 })
    expect(await codes()).toHaveLength(COUNT - 2)
    const { rows } = await sql<{ n: number; own: number }>`select count(*)::int n, (count(distinct record_id))::int own from audit_log
      where record_type = 'dict' and verb = 'insert' and user_id = ${server.admin.userId} and path = ${dict.importWrite.path} and record_id in (select dict_id from dict)`.execute(db)
    expect(rows[0]).toEqual({ n: COUNT - 3, own: COUNT - 3 })
    expect((await server.call(dict.importWrite, { importId, mode: 'good' })).returnMessage).toBe('该文件已经写入，请勿重复导入')
    const left = await readSheet(await fetchFile(dict.importErrors.path, { importId }), 10)
    expect(left.map((r) => r[0])).toEqual(['字典编码', '9bad', 'code7', 'taken'])
  })

  test('a work begun twice writes each row once, and one that is stopped goes on with the rest when it is wished again', async () => {
    const { db } = server.platform
    const { runWrite } = await import('./import-work')
    const { data } = await check(many(COUNT))
    const importId = data?.importId ?? ''
    expect(await ended(data?.workId)).toMatchObject({ workStatus: 'done' })
    const first = await server.ok(dict.importWrite, { importId, mode: 'good' })
    const workId = first.workId ?? ''
    // Stopped by its owner at whatever point it is: what stands, stands whole.
    await server.call(cancelWork, { workId })
    await runWrite({ workId }, server.platform)
    const between = (await codes()).length
    expect(between % 1000 === 0 || between === COUNT).toBe(true)
    const again = await server.call(dict.importWrite, { importId, mode: 'good' })
    if (again.returnCode === CODE.ok) {
      const id = again.data?.workId ?? ''
      await Promise.all([runWrite({ workId: id }, server.platform), runWrite({ workId: id }, server.platform)])
      expect(await ended(id)).toMatchObject({ workStatus: 'done' })
    }
    expect(await codes()).toHaveLength(COUNT)
    expect(new Set(await codes()).size).toBe(COUNT)
    const { rows } = await sql<{ n: number }>`select count(*)::int n from audit_log where verb = 'insert' and record_type = 'dict' and record_id in (select dict_id from dict)`.execute(db)
    expect(rows[0]?.n).toBe(COUNT)
  })

  test('all or nothing: what has become wrong since the check leaves nothing, and says so', async () => {
    const { data } = await check(many(COUNT))
    const importId = data?.importId ?? ''
    expect(await ended(data?.workId)).toMatchObject({ workStatus: 'done' })
    await server.ok(dict.insert, { dictCode: 'code5400', dictName: '抢先' })
    const { workId } = await server.ok(dict.importWrite, { importId, mode: 'all' })
    expect(await ended(workId)).toEqual({ workStatus: 'failed', errorMessage: '第 5402 行：该字典编码已被使用。没有写入任何行' })
    expect(await codes()).toEqual(['code5400'])
    expect((await server.ok(dict.importRead, { importId })).importStatus).toBe('checked')
  })
})

test('a cell names a record by the fields of its lookup: by number before by name, nobody for what none bears', async () => {
  const add = async (dictCode: string, dictName: string) => (await server.ok(dict.insert, { dictCode, dictName })).dictId
  const [first, second] = [await add('named1', '名称甲'), await add('named2', 'named1')]
  const { db, sessions } = server.platform
  const action = { db, principal: await sessions.identify(server.admin.token, server.admin.cookie) } as Action
  const find = finderOf(shapeOf(dictItem.row)?.['dictId'] as z.ZodType)
  expect(await find?.(action, ' named1 ')).toEqual([{ id: first, label: 'named1 名称甲' }])
  expect(await find?.(action, 'named2')).toEqual([{ id: second, label: 'named2 named1' }])
  expect(await find?.(action, '名称甲')).toEqual([{ id: first, label: 'named1 名称甲' }])
  expect(await find?.(action, '没有')).toEqual([])
  expect(finderOf(shapeOf(dictItem.row)?.['itemLabel'] as z.ZodType)).toBeUndefined()
})
