import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { uploadFile } from '@assoc/contract/platform/file'
import { selectSecurityPolicy } from '@assoc/contract/rbac/security'
import { startTestServer, type TestServer } from '../../../test/harness'
import { clamd, clamdAddress } from './clamd'

// A peer that speaks INSTREAM as clamd does: it reads the pieces with their lengths, and answers when the one of no bytes has come.

type Way = 'scan' | 'hang' | 'drop' | 'tooLong'
let way: Way = 'scan'
/** Bytes of each file that was scanned. */
const scanned: Buffer[] = []
const sockets = new Set<Socket>()

function peer(socket: Socket): void {
  sockets.add(socket)
  let held = Buffer.alloc(0)
  let commanded = false
  const pieces: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (part) => {
    held = Buffer.concat([held, part as Buffer])
    if (!commanded) {
      const end = held.indexOf(0)
      if (end < 0) return
      if (held.subarray(0, end).toString() !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
      commanded = true
      held = held.subarray(end + 1)
    }
    if (way === 'drop') return void socket.destroy()
    if (way === 'tooLong') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    while (held.length >= 4) {
      const length = held.readUInt32BE(0)
      if (length === 0) return answer()
      if (held.length < 4 + length) return
      pieces.push(held.subarray(4, 4 + length))
      held = held.subarray(4 + length)
    }
  })
  const answer = () => {
    const bytes = Buffer.concat(pieces)
    scanned.push(bytes)
    if (way === 'scan') socket.end(bytes.includes('invented-virus') ? 'stream: Invented.Virus-1 FOUND\0' : 'stream: OK\0')
  }
}

let daemon: Server
let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
const path = join(folder, 'clamd.ctl')
beforeAll(async () => {
  daemon = createServer(peer)
  await new Promise<void>((resolve) => daemon.listen(path, resolve))
  server = await startTestServer({ env: { SERVER_ROLE: 'api', CLAMD_URL: `unix://${path}` } })
})
beforeEach(() => {
  way = 'scan'
  scanned.length = 0
})
afterAll(async () => {
  await server.stop()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => daemon.close(resolve))
  rmSync(folder, { recursive: true })
})

const upload = (text: string) => server.upload(uploadFile, { purpose: 'payment.voucher' }, { name: '凭证.pdf', bytes: Buffer.from(`%PDF-1.7\n${text}`) })
const kept = () => readdirSync(join(server.platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length

test('a clean file is shown to the scanner whole and is taken; the screen says that files are scanned', async () => {
  const text = 'x'.repeat(300_000)
  expect((await upload(text)).returnCode).toBe(CODE.ok)
  expect(scanned.map(String)).toEqual([`%PDF-1.7\n${text}`])
  expect((await server.ok(selectSecurityPolicy, {})).virusScan).toBe(true)
})

test('an infected file is refused and leaves nothing but a row in the log, which names the virus', async () => {
  const before = kept()
  expect(await upload('invented-virus')).toMatchObject({ returnCode: CODE.input, returnMessage: '文件中发现病毒，已拒绝上传' })
  expect(kept()).toBe(before)
  const row = await server.platform.db.selectFrom('audit_log').select(['user_id', 'path', 'code', 'reason', 'after']).where('verb', '=', 'infected').executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: server.admin.userId, path: uploadFile.path, code: CODE.input, reason: 'Invented.Virus-1', after: { fileName: '凭证.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
})

test.each<[string, Way]>([
  ['hangs up', 'drop'],
  ['does not scan files of that length', 'tooLong'],
])('while the scanner %s, nothing is taken', async (_what, how) => {
  way = how
  const before = kept()
  expect(await upload('x'.repeat(500_000))).toMatchObject({ returnCode: CODE.tooMany, returnMessage: '病毒扫描服务暂时没有应答，文件未上传，请稍后重试或联系系统管理员', data: { retryAfterSeconds: 60 } })
  expect(kept()).toBe(before)
})

test('a scanner that is not there, or never answers, is no verdict', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'x')
  await expect(clamd({ path: join(folder, 'nobody.ctl') }).scan(file)).rejects.toThrow('ENOENT')
  way = 'hang'
  await expect(clamd({ path }, 50).scan(file)).rejects.toThrow('does not answer')
  expect(String(scanned)).toBe('x')
})

test('its address is one of two kinds', () => {
  expect(clamdAddress('tcp://clamav')).toEqual({ host: 'clamav', port: 3310 })
  expect(clamdAddress('tcp://[::1]:3311')).toEqual({ host: '::1', port: 3311 })
  expect(clamdAddress('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
  for (const wrong of ['clamav:3310', 'http://clamav:3310', 'unix://', '']) expect(() => clamdAddress(wrong)).toThrow('CLAMD_URL')
})
