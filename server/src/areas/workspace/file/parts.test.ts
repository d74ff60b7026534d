import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CODE } from '@assoc/contract'
import { PART_BYTES, createUpload, finishUpload } from '@assoc/contract/platform/file-parts'
import { sql } from 'kysely'
import type * as tus1 from 'tus-js-client'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { sweepUploads } from '../../../platform/files/uploads'
import { UploadLocks } from '../../../platform/files/upload-locks'
import { mp4, partsUrl, sendVideo, tus, uploadFields } from '../../meeting/video/testing'

const { Upload } = jest.requireActual<typeof tus1>('tus-js-client')

const UPLOADS = ['meeting:video:read', 'meeting:video:update']
let server: TestServer
let clerk: Session
let other: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  clerk = await server.person({ permits: UPLOADS, scopes: { meeting: 'all' } })
  other = await server.person({ permits: UPLOADS, scopes: { meeting: 'all' } })
})
afterAll(() => server.stop())

const begin = async (bytes: Buffer, as = clerk, fileName = '会议.mp4') => (await server.ok(createUpload, uploadFields(fileName, bytes), { as })).uploadId
const kept = () => readdirSync(join(server.platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length
const offsetOf = async (uploadId: string, as = clerk) => Number((await tus(server, as, 'HEAD', uploadId)).headers.get('upload-offset'))
const said = async (answer: Response) => [answer.status, ((await answer.json()) as { returnMessage: string }).returnMessage]

test('the client of tus sends a file, is stopped, and goes on from another session; the bytes are the same by their hash', async () => {
  const bytes = mp4({ filler: 2 * PART_BYTES + 12345 })
  const fields = uploadFields('续传.mp4', bytes)
  const { uploadId } = await server.ok(createUpload, fields, { as: clerk })
  const send = (as: Session, stopAfter = Infinity) =>
    new Promise<string>((resolve) => {
      let accepted = 0
      const upload = new Upload(bytes, {
        uploadUrl: partsUrl(server, uploadId),
        uploadSize: bytes.length,
        chunkSize: PART_BYTES,
        storeFingerprintForResuming: false,
        retryDelays: null,
        headers: { ...OWN_HEADERS, authorization: as.token, cookie: `sid=${as.cookie}` },
        onChunkComplete: () => {
          accepted += 1
          if (accepted < stopAfter) return
          void upload.abort()
          resolve('stopped')
        },
        onSuccess: () => resolve('whole'),
        onError: (error) => resolve(String(error)),
      })
      upload.start()
    })
  expect(await send(clerk, 1)).toBe('stopped')
  await server.platform.sessions.endAllOf(server.platform.db, clerk.userId, 'logout')
  expect((await tus(server, clerk, 'HEAD', uploadId)).status).toBe(401)
  clerk = { ...clerk, ...(await server.sessionOf(clerk.userId)) }
  // Whoever chooses the file again is told of what has come.
  expect(await server.ok(createUpload, fields, { as: clerk })).toEqual({ uploadId, received: PART_BYTES })
  expect(await send(clerk)).toBe('whole')
  const item = await server.ok(finishUpload, { uploadId }, { as: clerk })
  expect(item).toMatchObject({ fileName: '续传.mp4', fileSize: bytes.length })
  expect(await server.ok(finishUpload, { uploadId }, { as: clerk })).toEqual(item)
  const row = await server.platform.db.selectFrom('file_object').select(['store_key', 'sha256', 'owner_type', 'create_by', 'content_type']).where('file_id', '=', item.fileId).executeTakeFirstOrThrow()
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(row).toMatchObject({ sha256: hash, owner_type: 'draft', create_by: clerk.userId, content_type: 'video/mp4' })
  expect(createHash('sha256').update(await buffer(server.platform.files.read(row.store_key))).digest('hex')).toBe(hash)
})

test('a part that is cut short, comes twice or from the wrong place moves nothing on', async () => {
  const bytes = mp4({ filler: PART_BYTES + 99 })
  const uploadId = await begin(bytes)
  expect((await tus(server, clerk, 'PATCH', uploadId, { offset: 0, bytes: bytes.subarray(0, 1000) })).headers.get('upload-offset')).toBe('0')
  expect((await tus(server, clerk, 'PATCH', uploadId, { offset: 1000, bytes: bytes.subarray(1000) })).status).toBe(409)
  const first = () => tus(server, clerk, 'PATCH', uploadId, { offset: 0, bytes: bytes.subarray(0, PART_BYTES) })
  const twice = (await Promise.all([first(), first()])).map(({ status }) => status).sort()
  expect(twice).toEqual([204, 409])
  expect(await offsetOf(uploadId)).toBe(PART_BYTES)
  expect(await server.call(finishUpload, { uploadId }, { as: clerk })).toMatchObject({ returnCode: CODE.input, returnMessage: '文件还没有传完，请继续上传' })
  expect((await tus(server, clerk, 'PATCH', uploadId, { offset: PART_BYTES, bytes: Buffer.concat([bytes.subarray(PART_BYTES), Buffer.alloc(5)]) })).status).toBe(413)
  expect((await tus(server, clerk, 'DELETE', uploadId)).status).toBe(204)
  expect((await tus(server, clerk, 'HEAD', uploadId)).status).toBe(404)
})

test('nobody adds to what is another’s, without a session, without our headers or as a role that is looked at', async () => {
  const bytes = mp4()
  const uploadId = await begin(bytes)
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) expect((await tus(server, other, method, uploadId, method === 'PATCH' ? { offset: 0, bytes } : {})).status).toBe(404)
  expect((await tus(server, { ...clerk, token: 'x' }, 'PATCH', uploadId, { offset: 0, bytes })).status).toBe(401)
  expect(await said(await tus(server, clerk, 'PATCH', uploadId, { offset: 0, bytes, headers: { 'x-requested-with': '' } }))).toEqual([403, '请求缺少必要的标识'])
  expect((await server.call(finishUpload, { uploadId }, { as: other })).returnCode).toBe(CODE.input)
  for (const id of ['..%2f..%2fetc', 'x', `${uploadId}%2f..`]) expect((await tus(server, clerk, 'HEAD', id)).status).toBe(404)
  const joined = await fetch(partsUrl(server, uploadId), { method: 'POST', headers: { ...OWN_HEADERS, 'upload-concat': `final;/${uploadId}`, 'tus-resumable': '1.0.0' } })
  expect([404, 415]).toContain(joined.status)
  expect(await offsetOf(uploadId)).toBe(0)
  await tus(server, clerk, 'DELETE', uploadId)
})

test('what is no film is refused with its first part and leaves nothing; so are wrong endings, sizes and purposes, before a byte', async () => {
  const before = kept()
  const bytes = Buffer.concat([Buffer.from('MZ'), randomBytes(2000)])
  const uploadId = await begin(bytes)
  expect(await said(await tus(server, clerk, 'PATCH', uploadId, { offset: 0, bytes }))).toEqual([422, '文件内容与扩展名不符'])
  expect((await tus(server, clerk, 'HEAD', uploadId)).status).toBe(404)
  expect(kept()).toBe(before)
  const refusal = async (given: object, as = clerk) => (await server.call(createUpload, { ...uploadFields('a.mp4', mp4()), ...given }, { as })).returnMessage
  expect(await refusal({ fileName: '会议.exe' })).toBe('只能上传 mp4 格式的文件')
  expect(await refusal({ fileSize: 5 * 1024 ** 3 })).toBe('文件不能超过 4096 MB')
  expect(await refusal({ fileSize: 0 })).toBe('文件是空的')
  expect(await refusal({ purpose: 'meetingMaterial.file' })).toBe('您没有此操作的权限')
  expect(await refusal({}, await server.person({ permits: ['meeting:video:read'] }))).toBe('您没有此操作的权限')
  expect(kept()).toBe(before)
})

test('a person has so many files on their way; after two days what was not finished is gone with its bytes', async () => {
  const before = kept()
  const ids = []
  for (let n = 0; n < 5; n += 1) ids.push(await begin(mp4({ seconds: 70 + n }), other, `第${n}段.mp4`))
  expect((await server.call(createUpload, uploadFields('第六段.mp4', mp4()), { as: other })).returnMessage).toMatch(/^您有 5 个文件还没有传完（第4段.mp4/)
  await sql`update file_upload set update_time = now() - interval '49 hours' where upload_id = any(${ids.slice(1)})`.execute(server.platform.db)
  await sweepUploads(server.platform.db, server.platform.files)
  expect(kept()).toBe(before + 1)
  expect(await offsetOf(ids[0] ?? '', other)).toBe(0)
  await tus(server, other, 'DELETE', ids[0] ?? '')
})

test('of two processes one adds to a file; the lock goes with a process that ends', async () => {
  const [here, there] = [new UploadLocks(server.platform.config.databaseUrl), new UploadLocks(server.platform.config.databaseUrl)]
  const mine = here.newLock('a'.repeat(40))
  await mine.lock(new AbortController().signal, () => undefined)
  const waiting = new AbortController()
  waiting.abort()
  await expect(there.newLock('a'.repeat(40)).lock(waiting.signal, () => undefined)).rejects.toMatchObject({ status_code: 423 })
  await here.close()
  const theirs = there.newLock('a'.repeat(40))
  await theirs.lock(new AbortController().signal, () => undefined)
  await theirs.unlock()
  await there.close()
})

test('what was sent is a file like others: a record takes it, and it is its person’s until then', async () => {
  const item = await sendVideo(server, clerk, mp4({ seconds: 33 }), '甲.mp4')
  expect(item.fileSize).toBeGreaterThan(0)
})
