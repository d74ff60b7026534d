import { invoiceApply } from '@assoc/contract/invoice/apply'
import { redConfirm } from '@assoc/contract/invoice/credit-note'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { selectConnectors } from '@assoc/contract/rbac/connector'
import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { connectorOf } from '../../../platform/connectors/connector'
import { invoicesFromEnv } from '../../../platform/invoice-platform'
import { issueInvoice } from '../apply'
import { writeCreditNote } from '../credit-note'
import { invoiceWorld, type InvoiceWorld } from '../testing.repository'
import { HttpInvoiceProvider } from './http'
import type { InvoiceRequest } from './provider'
import { ProviderRefused } from './refusal'

// The adapter against a platform that speaks its protocol over HTTP, checks signatures with code of its own and fails on purpose.

const [KEY_ID, KEY_SECRET] = ['invoice-key', 'secret-of-the-platform']
type Fault = 'refuse' | 'before' | 'hang' | 'break' | 'writing' | 'strange' | 'busy'
interface Kept {
  content: string
  answer: { invoiceNo: string; issueDate: string; amount: number; files: { fileName: string; content: string }[] }
}

/** What the platform has written, by request number; each once. */
const kept = new Map<string, Kept>()
let faults: Fault[] = []
const heard: string[] = []
let count = 0
let platform: http.Server
let url: string

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
function isSigned(req: http.IncomingMessage, body: string): boolean {
  const { 'x-key-id': key, 'x-timestamp': stamp, 'x-signature': signature } = req.headers
  if (key !== KEY_ID || Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false
  return createHmac('sha256', KEY_SECRET).update(`${String(stamp)}\n${req.method}\n${new URL(req.url ?? '', 'http://p').pathname}\n${sha256(body)}`).digest('hex') === signature
}
function write(path: string, body: string): { status: number; json: object } {
  const request = JSON.parse(body) as { requestNo: string; amount: number; ticketType?: string; blueNo?: string }
  const known = kept.get(request.requestNo)
  if (known) return known.content === sha256(body) ? { status: 200, json: known.answer } : { status: 409, json: { code: 'duplicate', message: '该申请编号已用于另一张票据' } }
  if (path === '/credit-notes' && ![...kept.values()].some((k) => k.answer.invoiceNo === request.blueNo)) return { status: 422, json: { code: 'noBlue', message: '没有这张蓝字票据' } }
  const digits = request.ticketType === 'dues' || request.blueNo?.length === 18 ? 18 : 20
  const invoiceNo = `9${String((count += 1)).padStart(digits - 1, '0')}`
  const answer = { invoiceNo, issueDate: '2026-03-02', amount: request.amount, files: [{ fileName: `${invoiceNo}.pdf`, content: Buffer.from('%PDF-1.7 票').toString('base64') }] }
  kept.set(request.requestNo, { content: sha256(body), answer })
  return { status: 201, json: answer }
}

beforeAll(async () => {
  platform = http.createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    req.on('end', () => {
      const answer = (status: number, json: object) => void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      const path = new URL(req.url ?? '', 'http://p').pathname.replace('/api', '')
      if (!isSigned(req, body)) return answer(401, { code: 'wrongSignature', message: '签名不正确' })
      heard.push(`${req.method} ${path}`)
      const fault = faults.shift()
      if (fault === 'refuse') return answer(422, { code: 'E1021', message: '纳税人识别号不存在' })
      if (fault === 'before') return void req.socket.destroy()
      if (fault === 'busy') return answer(429, { code: 'busy', message: '请稍后' })
      if (fault === 'writing') return answer(202, {})
      const asked = /^\/requests\/(.+)$/.exec(path)
      const written = asked ? undefined : write(path, body)
      if (fault === 'hang') return
      if (fault === 'break') return void req.socket.destroy()
      if (fault === 'strange') return answer(200, { invoiceNo: '../../x', issueDate: 'today', amount: 1, files: [] })
      if (written) return answer(written.status, written.json)
      const found = kept.get(decodeURIComponent(asked?.[1] ?? ''))
      return found ? answer(200, found.answer) : answer(404, { code: 'noRequest', message: '没有这个申请编号' })
    })
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/api`
})
afterAll(async () => {
  platform.closeAllConnections()
  await new Promise((resolve) => platform.close(resolve))
})
beforeEach(() => {
  faults = []
  heard.splice(0)
})

let requests = 0
const request = (more: Partial<InvoiceRequest> = {}): InvoiceRequest => ({ requestNo: `R/${(requests += 1)}`, ticketType: 'normal', title: '虚票股份有限公司', taxNo: null, bankName: null, bankAccount: null, address: null, phone: null, itemName: '培训费', amount: 10_600, taxAmount: 600, taxRate: '6%', remark: null, ...more })
const provider = (more: object = {}) => new HttpInvoiceProvider({ url, keyId: KEY_ID, keySecret: KEY_SECRET, ...more }, 300)

test('an invoice is written, found again by its request, and asked for twice it is the same', async () => {
  const asked = request()
  expect(await provider().query(asked.requestNo)).toBeNull()
  const first = await provider().issue(asked)
  expect(first).toMatchObject({ invoiceNo: expect.stringMatching(/^\d{20}$/), issueDate: '2026-03-02', amount: 10_600, files: [{ contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 票') }] })
  expect(await provider().issue(asked)).toEqual(first)
  expect(await provider().query(asked.requestNo)).toEqual(first)
})

test('a request number that was used for another invoice is refused', async () => {
  const asked = request()
  await provider().issue(asked)
  await expect(provider().issue({ ...asked, amount: 1 })).rejects.toEqual(new ProviderRefused('duplicate', '该申请编号已用于另一张票据'))
})

test('a credit note names the invoice that it sets right; without one it is refused', async () => {
  const { invoiceNo } = await provider().issue(request())
  expect(await provider().red({ requestNo: 'HZ1', blueNo: invoiceNo, amount: 300 })).toMatchObject({ amount: 300 })
  await expect(provider().red({ requestNo: 'HZ2', blueNo: '12345678', amount: 300 })).rejects.toBeInstanceOf(ProviderRefused)
})

test.each<Fault>(['before', 'hang', 'break', 'writing', 'strange', 'busy'])('%s: it is no refusal, so that what became of it is asked', async (fault) => {
  faults = [fault]
  const error = await provider().issue(request()).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ProviderRefused)
})

test('a wrong key, a path that a gateway does not know, and a file that is none are no answer to a question', async () => {
  const asked = request()
  await provider().issue(asked)
  await expect(provider({ keySecret: 'x' }).query(asked.requestNo)).rejects.toThrow('401')
  const elsewhere = http.createServer((_req, res) => void res.writeHead(404).end('<html>not found</html>'))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  await expect(provider({ url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` }).query('x')).rejects.toThrow('404')
  await new Promise((resolve) => elsewhere.close(resolve))
  const entry = kept.get(asked.requestNo) as Kept
  for (const file of [{ fileName: 'a.pdf', content: Buffer.from('<script>').toString('base64') }, { fileName: '../a.pdf', content: '' }, { fileName: 'a.exe', content: '' }]) {
    entry.answer.files = [file]
    await expect(provider().query(asked.requestNo)).rejects.toThrow(/not as it should be|is no pdf/)
  }
})

test.each([
  [{ INVOICE_URL: 'x' }, 'is no address'],
  [{ INVOICE_URL: 'http://invoices.example.com' }, 'must begin with https'],
  [{ INVOICE_URL: 'https://invoices.example.com' }, 'needs INVOICE_KEY_ID'],
])('a configuration that cannot work says so: %j', (env, sentence) => {
  expect(() => invoicesFromEnv(env)).toThrow(sentence)
})

describe('a console with the platform', () => {
  let server: TestServer
  let world: InvoiceWorld
  beforeAll(async () => {
    server = await startTestServer({ env: { SERVER_ROLE: 'api', INVOICE_URL: url, INVOICE_KEY_ID: KEY_ID, INVOICE_KEY_SECRET: KEY_SECRET } })
    world = await invoiceWorld(server)
  })
  afterAll(() => server.stop())

  const asked = async () => {
    const member = await world.member()
    const applyId = await world.issuing(member, 1000, [await world.paid(member.memberId, 1000)])
    return { applyId, applyNo: (await server.ok(invoiceApply.read, { applyId })).applyNo }
  }
  const read = (applyId: string) => server.ok(invoiceApply.read, { applyId })
  const writes = () => heard.filter((line) => line.startsWith('POST')).length

  test('the connection broke after it was written: it is found by asking, and there is one; a credit note sets it right', async () => {
    const { applyId, applyNo } = await asked()
    // The question before, then the request.
    faults = [undefined, 'break'] as Fault[]
    await issueInvoice(server.platform, applyId)
    const row = await read(applyId)
    expect(row).toMatchObject({ invoiceStatus: 'issued', invoiceNo: kept.get(applyNo)?.answer.invoiceNo, problem: null })
    expect([heard, writes()]).toEqual([[`GET /requests/${applyNo}`, 'POST /invoices', `GET /requests/${applyNo}`], 1])
    const [blue] = (await server.ok(invoiceResource.list, { keyword: row.invoiceNo ?? '' })).items
    expect(blue).toMatchObject({ issueWay: 'provider', amount: 1000, papers: [{ fileName: `${row.invoiceNo}.pdf` }] })
    const redId = await world.red(blue?.invoiceId ?? '', { redAmount: 400 })
    await world.stepCreditNote(redId, 'approve')
    await writeCreditNote(server.platform, redId)
    const note = await server.ok(redConfirm.read, { redId })
    expect(note).toMatchObject({ redStatus: 'done', redNo: kept.get(note.confirmNo)?.answer.invoiceNo })
    expect(await server.ok(invoiceResource.read, { invoiceId: blue?.invoiceId ?? '' })).toMatchObject({ ticketStatus: 'partRed', redAmount: 400 })
  })

  test('it never arrived: nothing was written, and issued again there is one', async () => {
    const { applyId, applyNo } = await asked()
    faults = [undefined, 'before'] as Fault[]
    await issueInvoice(server.platform, applyId)
    expect(await read(applyId)).toMatchObject({ invoiceStatus: 'toIssue', problem: '开票平台没有应答，也没有开出票据，请稍后重试' })
    expect(kept.has(applyNo)).toBe(false)
    await world.step(applyId, 'issue')
    await issueInvoice(server.platform, applyId)
    expect(await read(applyId)).toMatchObject({ invoiceStatus: 'issued', problem: null })
  })

  test('still being written, or the platform is away when it is asked: it stays at issuing, for the queue', async () => {
    const { applyId, applyNo } = await asked()
    for (const fault of [[undefined, 'writing', 'writing'], ['before', 'before']]) {
      faults = fault as Fault[]
      await expect(issueInvoice(server.platform, applyId)).rejects.toThrow()
      expect(await read(applyId)).toMatchObject({ invoiceStatus: 'issuing' })
    }
    expect(kept.has(applyNo)).toBe(false)
    await issueInvoice(server.platform, applyId)
    expect(await read(applyId)).toMatchObject({ invoiceStatus: 'issued' })
  })

  test('what the platform refuses is told; the connector says how it fares, and its test writes nothing', async () => {
    const { applyId } = await asked()
    faults = [undefined, 'refuse'] as Fault[]
    await issueInvoice(server.platform, applyId)
    expect(await read(applyId)).toMatchObject({ invoiceStatus: 'toIssue', problem: '开票平台拒绝（E1021）：纳税人识别号不存在' })
    const row = (await server.ok(selectConnectors, {})).items.find((c) => c.kind === 'invoices')
    expect(row).toMatchObject({ state: 'on', goodTime: expect.any(String), badTime: expect.any(String), hint: null })
    expect(JSON.stringify(row)).not.toContain(KEY_SECRET)
    const before = writes()
    expect(await connectorOf('invoices')?.test(server.platform, { userId: '1', realName: '甄', mobile: null, email: null, bound: [] })).toBe('开票平台有应答，签名通过')
    expect(writes()).toBe(before)
  })
})
