import { CODE, SESSION_INVALID_CODES, body, call, open, signedIn } from '@assoc/contract'
import { z } from 'zod'
import { ApiError, api, configureHttp, download, fileNameOf, httpClient, isOld, isPicture, upload } from './client'
import { fakeServer } from './testing'

const read = call({ path: '/x/read', title: '读', access: open('test'), request: body({}), response: z.object({ n: z.number() }) })
const write = call({ path: '/x/write', title: '写', access: open('test'), request: body({}), response: z.object({}), write: true })
const file = call({ path: '/x/file', title: '文件', access: open('test'), request: body({}), response: z.unknown(), blob: true })

const toast = jest.fn()
const sessionInvalid = jest.fn()
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  toast.mockReset()
  sessionInvalid.mockReset()
  configureHttp({ token: () => 'raw-token', toast, sessionInvalid })
  server = fakeServer()
})
afterEach(() => server.restore())

test('a call carries token, model type and XHR mark, and has 300 seconds', async () => {
  server.on(read, () => ({ n: 7 }))
  expect(await api(read, {})).toEqual({ n: 7 })
  expect(server.sent[0]?.headers).toMatchObject({ authorization: 'raw-token', 'model-type': 'manager', 'X-Requested-With': 'XMLHttpRequest' })
  expect(httpClient.defaults.timeout).toBe(300_000)
  expect(httpClient.defaults.withCredentials).toBe(true)
})

test('only writes carry an idempotency key, and a retry may carry the same one', async () => {
  server.on(read, () => ({ n: 1 }))
  server.on(write, () => ({}))
  await api(read, {})
  await api(write, {}, { idempotencyKey: 'one-intent' })
  await api(write, {})
  expect(server.sent[0]?.headers['Idempotency-Key']).toBeUndefined()
  expect(server.sent[1]?.headers['Idempotency-Key']).toBe('one-intent')
  expect(server.sent[2]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
})

test('a refusal is toasted and thrown; F00006 is thrown without a toast', async () => {
  server.on(read, { returnCode: 'B00009', returnMessage: '该时段已被预约' })
  await expect(api(read, {})).rejects.toMatchObject({ code: 'B00009', message: '该时段已被预约' })
  expect(toast).toHaveBeenCalledWith('error', '该时段已被预约')
  toast.mockReset()
  server.on(read, { returnCode: CODE.silent, data: { workId: '5' } as never })
  await expect(api(read, {})).rejects.toMatchObject({ code: CODE.silent, data: { workId: '5' } })
  expect(toast).not.toHaveBeenCalled()
})

test.each(SESSION_INVALID_CODES)('%s ends the session; its owner tells why', async (code) => {
  server.on(read, { returnCode: code, returnMessage: '登录已失效' })
  await expect(api(read, {})).rejects.toBeInstanceOf(ApiError)
  expect(sessionInvalid).toHaveBeenCalledWith(code, '登录已失效')
  expect(toast).not.toHaveBeenCalled()
})

test('after the end of a session only calls leave that need none', async () => {
  const ofSession = call({ path: '/x/own', title: '自己的', access: signedIn, request: body({}), response: z.object({}) })
  const sheet = call({ path: '/x/sheet', title: '表格', access: signedIn, request: body({}), response: z.unknown(), blob: true })
  let over = false
  configureHttp({ token: () => (over ? undefined : 'raw-token'), toast, sessionInvalid, sessionOver: () => over })
  for (const each of [read, ofSession]) server.on(each, () => ({ n: 1 }))
  await api(ofSession, {})
  over = true
  await expect(api(ofSession, {})).rejects.toMatchObject({ code: CODE.sessionUnknown })
  await expect(upload(ofSession, {}, new Blob(['x']), 'x.txt')).rejects.toMatchObject({ code: CODE.sessionUnknown })
  await expect(download(sheet, {})).rejects.toMatchObject({ code: CODE.sessionUnknown })
  await api(read, {})
  expect(server.sent.map((s) => [s.path, s.headers['authorization']])).toEqual([['/x/own', 'raw-token'], ['/x/read', undefined]])
  expect([toast, sessionInvalid].map((f) => f.mock.calls.length)).toEqual([0, 0])
})

test('refused fields are handed over, and a quiet code is left to the caller', async () => {
  server.on(write, { returnCode: CODE.input, returnMessage: '有 1 处需要修改', data: { fields: [{ path: 'a', message: '必填' }] } as never })
  await expect(api(write, {})).rejects.toMatchObject({ fields: [{ path: 'a', message: '必填' }] })
  toast.mockReset()
  server.on(write, { returnCode: CODE.conflict, returnMessage: '冲突' })
  await expect(api(write, {}, { quiet: [CODE.conflict] })).rejects.toMatchObject({ code: CODE.conflict })
  expect(toast).not.toHaveBeenCalled()
})

test('a network error is passed on unchanged', async () => {
  const broken = new Error('socket hang up')
  httpClient.defaults.adapter = () => Promise.reject(broken)
  await expect(api(read, {})).rejects.toBe(broken)
  expect(toast).not.toHaveBeenCalled()
})

test('text that is no envelope is a fault, never a success', async () => {
  httpClient.defaults.adapter = async (config) => ({ data: '<html>', status: 200, statusText: '', headers: {}, config })
  await expect(api(read, {})).rejects.toMatchObject({ code: CODE.fault })
})

const blobAnswer = (text: string, type: string, disposition = '') => {
  httpClient.defaults.adapter = async (config) => ({
    data: new Blob([text], { type }),
    status: 200,
    statusText: '',
    headers: { 'content-type': type, 'content-disposition': disposition },
    config,
  })
}

test('an envelope inside a blob call becomes an error, never a file', async () => {
  blobAnswer(JSON.stringify({ returnCode: 'P00001', returnMessage: '无权限', data: null }), 'application/json')
  await expect(download(file, {})).rejects.toMatchObject({ code: 'P00001' })
  blobAnswer('<html>proxy error</html>', 'text/html')
  await expect(download(file, {})).rejects.toMatchObject({ code: CODE.fault })
})

test('a file keeps its Chinese name', async () => {
  blobAnswer('x', 'application/vnd.ms-excel', `attachment; filename="__.xlsx"; filename*=UTF-8''${encodeURIComponent('公司.xlsx')}`)
  expect((await download(file, {})).fileName).toBe('公司.xlsx')
  expect(fileNameOf('attachment; filename="plain.zip"')).toBe('plain.zip')
  expect(fileNameOf('')).toBe('下载')
})

test('an answer is old once something has been written after it, or after a minute; what a page keeps of the person does not count', async () => {
  const settings = call({ path: '/x/settings', title: '设置', access: open('test'), request: body({}), response: z.object({}), write: true, ownSettings: true })
  server.on(settings, () => ({}))
  server.on(write, () => ({}))
  const now = jest.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000)
  try {
    const at = Date.now() + 1
    now.mockReturnValue(at + 10)
    await api(settings, {})
    expect(isOld(at)).toBe(false)
    await api(write, {})
    expect(isOld(at)).toBe(true)
    now.mockReturnValue(at + 20)
    expect(isOld(at + 15)).toBe(false)
    now.mockReturnValue(at + 15 + 60_001)
    expect(isOld(at + 15)).toBe(true)
  } finally {
    now.mockRestore()
  }
})

test('a file is fetched where the environment has its kind, with a ticket where the session’s cookie is not, and calls stay where they are', async () => {
  const sent: unknown[][] = []
  configureHttp({ token: () => undefined, toast, sessionInvalid, baseURL: 'https://api.example/capcoapi', fileBases: { download: 'https://d.example/capcoapi', file: 'https://api.example:8443/capcoapi', image: 'https://i.example/capcoapi' } })
  httpClient.defaults.adapter = async (config) => {
    const blob = config.responseType === 'blob'
    sent.push([config.baseURL, config.url, ...(blob ? [config.headers.get('file-ticket') ?? null] : [])])
    const headers = { 'content-type': blob ? 'application/pdf' : 'application/json' }
    return { data: blob ? new Blob(['x']) : { returnCode: CODE.ok, returnMessage: '', data: { n: 1, ticket: `for ${String(config.data)}` } }, status: 200, statusText: '', headers, config }
  }
  const ticket = ['https://api.example/capcoapi', '/user/file/createFileTicket']
  await download(file, {})
  expect(sent.splice(0)).toEqual([ticket, ['https://d.example/capcoapi', '/x/file', 'for {"path":"/x/file"}']])
  await download(file, {}, { kind: isPicture('合同.pdf') ? 'image' : 'file' })
  expect(sent.splice(0)).toEqual([['https://api.example:8443/capcoapi', '/x/file', null]])
  await download(file, {}, { kind: isPicture('照片.JPG') ? 'image' : 'file' })
  expect(sent.splice(0)).toEqual([ticket, ['https://i.example/capcoapi', '/x/file', 'for {"path":"/x/file"}']])
  await api(read, {})
  expect(sent).toEqual([['https://api.example/capcoapi', '/x/read']])
  configureHttp({ token: () => 'raw-token', toast, sessionInvalid, baseURL: '/capcoapi' })
})
