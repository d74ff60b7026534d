import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { API_BASE, CODE, type Call } from '@assoc/contract'
import { downloadStatementTemplate, importStatement } from '@assoc/contract/fee/bank'
import { uploadStockList } from '@assoc/contract/member/stock-list'
import { uploadFile } from '@assoc/contract/platform/file'
import { dict } from '@assoc/contract/rbac/dict'
import { inlineCell, rawWorkbook } from '../../src/platform/excel/testing'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../harness'

// Files that are made to hurt, thrown at a server in a process of its own: it refuses them, stays small and goes on answering others.

const MB = 1024 * 1024
/** What the process may come to need, all in all, and how long its event loop may stand still; once, on a busy machine, longer. */
const MOST = { rssMb: 300, delayMs: 200, longestMs: 1000 }

const ROOT = process.cwd()
const PROGRAM = join(ROOT, 'server/node_modules/.cache/file-bombs.mjs')
let server: TestServer
let child: ChildProcess
let url = ''
const told: string[] = []

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  mkdirSync(join(ROOT, 'server/node_modules/.cache'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const outside = [...Object.keys(dependencies).filter((name) => !name.startsWith('@assoc/')), 'esbuild'].map((name) => `--external:${name}`)
  execFileSync(join(ROOT, 'node_modules/.bin/esbuild'), [join(ROOT, 'server/test/deep/file-bombs.process.ts'), `--outfile=${PROGRAM}`, '--bundle', '--format=esm', '--platform=node', '--target=node20', '--loader:.sql=text', '--log-level=error', ...outside])
})
beforeEach(async () => {
  child = fork(PROGRAM, { cwd: ROOT, execArgv: [] })
  const begun = heard<{ url: string }>()
  child.send({ databaseUrl: server.databaseUrl, dataDir: server.platform.config.dataDir })
  url = (await begun).url
  // What a running server has loaded by itself is no part of a bomb.
  await send(importStatement, csv('账号,流水号,交易时间,付款户名,金额,附言\n'))
})
afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
})
afterAll(async () => {
  console.log(told.join('\n'))
  await server.stop()
})

const heard = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
async function ask<T>(order: string): Promise<T> {
  const answer = heard<T>()
  child.send(order)
  return answer
}
const rss = (): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

interface Sent {
  name: string
  bytes: Buffer
}
const csv = (text: string): Sent => ({ name: '流水.csv', bytes: Buffer.from(text) })
const book = (bytes: Buffer): Sent => ({ name: '流水.xlsx', bytes })

interface Answered {
  status: number
  returnCode: string
  returnMessage: string
}

async function send(call: Call, files: Sent | readonly Sent[], { as = server.admin as Session | null, fields = {} } = {}): Promise<Answered> {
  const form = new FormData()
  form.append('fields', JSON.stringify(fields))
  for (const file of [files].flat()) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const session: Record<string, string> = as ? { authorization: as.token, cookie: `sid=${as.cookie}` } : {}
  const response = await fetch(`${url}${API_BASE}${call.path}`, { method: 'POST', headers: { ...OWN_HEADERS, ...session }, body: form })
  return { status: response.status, ...((await response.json()) as Omit<Answered, 'status'>) }
}

/** Throws something, watches the process meanwhile, and holds it to the limits; answers what came back. */
async function thrown<T>(what: string, work: () => Promise<T>): Promise<T> {
  await ask('reset')
  const before = rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, rss())), 20)
  const began = performance.now()
  let answer: T
  try {
    answer = await work()
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - began) / 1000
  const { delayMs, longestMs } = await ask<{ delayMs: number; longestMs: number }>('read')
  told.push(`${what}: ${Math.round(before)} to ${Math.round(most)} MB, ${Math.round(delayMs)} ms (longest ${Math.round(longestMs)}), ${seconds.toFixed(1)} s; ${JSON.stringify(answer).slice(0, 120)}`)
  expect({ what, rss: most <= MOST.rssMb, delay: delayMs <= MOST.delayMs && longestMs <= MOST.longestMs, mb: Math.round(most), ms: [delayMs, longestMs].map(Math.round) }).toMatchObject({ rss: true, delay: true })
  return answer
}

const HEAD = '账号,流水号,交易时间,付款户名,金额,附言\n'
const line = (n: number) => `0000111,B${n},2026-03-05 09:30:00,虚构付款人${n}有限公司,1.00,会费\n`
const texts: [string, () => Sent][] = [
  ['48 MB of line ends', () => csv('\n'.repeat(48 * MB))],
  ['48 MB of commas', () => csv(`${HEAD}${','.repeat(48 * MB)}`)],
  ['10 MB of commas and line ends', () => csv(HEAD + `${',,,,,,,,\n'.repeat(10 * MB / 9)}`)],
  ['a quoted cell of 48 MB', () => csv(`${HEAD}"${'x'.repeat(48 * MB)}`)],
  ['a cell of 100 KB of brackets', () => csv(`"${'('.repeat(100 * 1024)}\nx"\n${HEAD}`)],
  ['10,000 rows of cells of 30 KB', () => csv(HEAD + `"${'（'.repeat(10_000)}\n"\n`.repeat(1500))],
  ['10 MB of 150 columns', () => csv(HEAD + `${'(('.repeat(1)},`.repeat(150).concat('\n').repeat(10_000).slice(0, 10 * MB))],
  ['48 MB in GB 18030', () => ({ name: '流水.csv', bytes: Buffer.alloc(48 * MB, Buffer.from([0xbb, 0xe1, 0x0a])) })],
]
test.each(texts)('a text file: %s', async (what, make) => {
  const file = make()
  expect((await thrown(what, () => send(importStatement, file))).returnCode).toBe(CODE.input)
})

const cells = (text: string, count: number) => `<row>${inlineCell(text).repeat(count)}</row>`
const workbooks: [string, () => Buffer][] = [
  ['one cell of 385 MB', () => rawWorkbook(Buffer.concat([Buffer.from('<row><c t="inlineStr"><is><t>'), Buffer.alloc(385 * MB, 'A'), Buffer.from('</t></is></c></row>')]))],
  ['one cell of 385 MB that claims 1 KB', () => rawWorkbook(Buffer.concat([Buffer.from('<row><c t="inlineStr"><is><t>'), Buffer.alloc(385 * MB, 'A'), Buffer.from('</t></is></c></row>')]), { claims: 1024 })],
  ['one cell of 45 MB', () => rawWorkbook(Buffer.concat([Buffer.from('<row><c t="inlineStr"><is><t>'), Buffer.alloc(45 * MB, 'A'), Buffer.from('</t></is></c></row>')]))],
  ['one cell of 45 MB in small runs', () => rawWorkbook(`<row><c t="inlineStr"><is>${'<r><t>x</t></r>'.repeat((45 * MB) / 16)}</is></c></row>`)],
  ['a tag of 45 MB', () => rawWorkbook(Buffer.concat([Buffer.from('<row a="'), Buffer.alloc(45 * MB, 'A'), Buffer.from('"/>')]))],
  ['three million shared strings', () => rawWorkbook('<row><c t="s"><v>0</v></c></row>', { shared: '<si><t/></si>'.repeat(3_000_000) })],
  ['rows that are 16,384 columns wide', () => rawWorkbook('<row><c r="XFD1"><v>1</v></c></row>'.repeat(200_000))],
  ['three million cells', () => rawWorkbook(`<row>${'<c/>'.repeat(300)}</row>`.repeat(10_000))],
  ['a million rows', () => rawWorkbook('<row/>'.repeat(1_000_000))],
  ['ten million characters in rows', () => rawWorkbook(cells('（'.repeat(30_000), 10).repeat(60))],
]
test.each(workbooks)('a workbook: %s', async (what, make) => {
  const bytes = make()
  for (const call of [importStatement, uploadStockList, dict.importCheck as Call]) expect((await thrown(`${what}, ${call.path}`, () => send(call, book(bytes)))).returnCode).toBe(CODE.input)
})

test('eight bombs at once: two are looked at at a time', async () => {
  const runs = book(rawWorkbook(`<row><c t="inlineStr"><is>${'<r><t>x</t></r>'.repeat((45 * MB) / 16)}</is></c></row>`))
  const lines = csv(`${HEAD}${',,,,\n'.repeat(9 * MB)}`)
  const wide = book(rawWorkbook('<row><c r="XFD1"><v>1</v></c></row>'.repeat(200_000)))
  const answers = await thrown('eight bombs at once', () => Promise.all([runs, lines, wide, wide, lines, runs, wide, lines].map((file) => send(importStatement, file))))
  expect(new Set(answers.map((a) => a.returnCode))).toEqual(new Set([CODE.input]))
})

test('a body that stops coming is given up after thirty seconds and leaves nothing', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))))
  const { token, cookie } = server.admin
  const heads = Object.entries({ ...OWN_HEADERS, host: 'console', authorization: token, cookie: `sid=${cookie}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' })
  socket.write(`POST ${API_BASE}${uploadFile.path} HTTP/1.1\r\n${heads.map(([k, v]) => `${k}: ${v}`).join('\r\n')}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`)
  expect(await thrown('a body that stalls', () => answer)).toMatch(/^HTTP\/1.1 408 /)
  socket.destroy()
  expect(readdirSync(join(server.platform.config.dataDir, 'files/incoming'))).toEqual([])
})

test('24 files are asked for at once: two are made at a time, and nobody else waits', async () => {
  const answers = await thrown('24 workbooks at once', () =>
    Promise.all(
      Array.from({ length: 24 }, async () => {
        const response = await fetch(`${url}${API_BASE}${downloadStatementTemplate.path}`, { method: 'POST', headers: { ...OWN_HEADERS, 'content-type': 'application/json', authorization: server.admin.token, cookie: `sid=${server.admin.cookie}` }, body: '{}' })
        return response.headers.get('x-return-code')
      }),
    ),
  )
  expect(new Set(answers)).toEqual(new Set([CODE.ok, CODE.tooMany]))
})

test('four people who have not signed in send five files of 95 MB each', async () => {
  const file = { name: '附件.pdf', bytes: Buffer.alloc(95 * MB, 'x') }
  const answers = await thrown('4 anonymous requests of 5 times 95 MB', () => Promise.all([1, 2, 3, 4].map(() => send(uploadFile, [file, file, file, file, file], { as: null, fields: { purpose: 'payment.voucher' } }).catch(() => ({ returnCode: CODE.input })))))
  for (const { returnCode } of answers) expect([CODE.input, CODE.sessionUnknown]).toContain(returnCode)
})

test('twenty files of 95 MB at once are stored without being held in memory', async () => {
  const bytes = Buffer.alloc(95 * MB, '%PDF-1.7 ')
  const answers = await thrown('20 uploads of 95 MB', () => Promise.all(Array.from({ length: 20 }, () => send(uploadFile, { name: '报告.pdf', bytes }, { fields: { purpose: 'companyReport.paper' } }))))
  expect(answers.filter((a) => a.returnCode === CODE.ok).length).toBeGreaterThan(0)
  for (const { returnCode } of answers) expect([CODE.ok, CODE.tooMany]).toContain(returnCode)
})

test('control: a statement of 10,000 lines is read', async () => {
  const file = csv(HEAD + Array.from({ length: 9_999 }, (_, n) => line(n)).join(''))
  expect((await thrown('a true statement of 9,999 lines', () => send(importStatement, file))).returnCode).toBe(CODE.ok)
})
