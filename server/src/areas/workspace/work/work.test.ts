import { API_BASE, CODE } from '@assoc/contract'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { keepFile } from '../../../platform/files/store'
import { OWN_HEADERS, type Session } from '../../../../test/harness'
import { expireWork } from '../../../platform/work/expire'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function workOf(owner: Session, status: 'done' | 'running', finished = new Date()) {
  const { db, files } = server.platform
  const fileId = await keepFile(db, files, { fileName: '公司名单.xlsx', contentType: 'text/x-test', bytes: Buffer.from('the bytes'), ownerType: 'work' })
  const { work_id } = await db
    .insertInto('work')
    .values({ user_id: owner.userId, kind: 'export', title: '导出公司', work_status: status, input: '{}', total_rows: 9, file_id: status === 'done' ? fileId : null, finish_time: finished })
    .returning('work_id')
    .executeTakeFirstOrThrow()
  return work_id
}

const fetchFile = (workId: string, as: Session) =>
  server.raw(`${API_BASE}${downloadWorkFile.path}`, { method: 'POST', as, headers: { 'content-type': 'application/json', ...OWN_HEADERS }, body: JSON.stringify({ workId }) })

test('the owner sees the progress and gets the file; for anybody else it is not there', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  const workId = await workOf(anna, 'done')
  expect(await server.ok(selectWork, { workId }, { as: anna })).toMatchObject({ title: '导出公司', workStatus: 'done', totalRows: 9, fileName: '公司名单.xlsx' })
  expect((await server.call(selectWork, { workId }, { as: berta })).returnCode).toBe(CODE.notFound)
  const file = await fetchFile(workId, anna)
  expect(file.headers.get('content-type')).toBe('text/x-test')
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('公司名单.xlsx'))
  expect(await file.text()).toBe('the bytes')
  expect(await (await fetchFile(workId, berta)).json()).toMatchObject({ returnCode: CODE.notFound })
  expect(await (await fetchFile(await workOf(anna, 'running'), anna)).json()).toMatchObject({ returnCode: CODE.inUse, returnMessage: '文件尚未生成，请稍后再试' })
})

test('after seven days the file is let go and the download says so; a younger one stays', async () => {
  const anna = await server.person()
  const old = await workOf(anna, 'done', new Date(Date.now() - 8 * 86_400_000))
  const young = await workOf(anna, 'done')
  await expireWork(server.platform)
  expect(await server.ok(selectWork, { workId: old }, { as: anna })).toMatchObject({ workStatus: 'expired', fileName: null })
  expect(await (await fetchFile(old, anna)).json()).toMatchObject({ returnCode: CODE.inUse, returnMessage: '文件已过期，请重新导出' })
  expect(await (await fetchFile(young, anna)).text()).toBe('the bytes')
})

test('bytes that are gone are told by an envelope, not by a broken file', async () => {
  const anna = await server.person()
  const workId = await workOf(anna, 'done')
  const { store_key } = await server.platform.db
    .selectFrom('file_object')
    .innerJoin('work', 'work.file_id', 'file_object.file_id')
    .select('store_key')
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow()
  await server.platform.files.remove(store_key)
  expect(await (await fetchFile(workId, anna)).json()).toMatchObject({ returnCode: CODE.inUse })
})
