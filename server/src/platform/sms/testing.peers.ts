import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

// Doubles of providers over HTTP. They check signatures from what came over the wire, by the published rules, with code of their own.

export interface Heard {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
  body: string
}
/** What a peer answers with: `hang` takes the request and never answers, `break` ends the connection. */
export type Reply = { status?: number; json: object } | 'hang' | 'break'

export interface SmsPeer {
  endpoint: string
  /** Requests whose signature was right. */
  readonly taken: Heard[]
  /** What the next requests with a right signature are answered; the usual answer when empty. */
  readonly next: Reply[]
  close(): Promise<void>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A peer that answers `wrong` unless the signature of what it hears is right. */
async function peerOf(signed: (heard: Heard) => boolean, wrong: Reply, usual: (heard: Heard, n: number) => Reply): Promise<SmsPeer> {
  const taken: Heard[] = []
  const next: Reply[] = []
  const server = http.createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    req.on('end', () => {
      const heard = { method: req.method ?? '', url: new URL(req.url ?? '', `http://${req.headers.host}`), headers: req.headers, body }
      let reply = wrong
      if (signed(heard)) {
        taken.push(heard)
        reply = next.shift() ?? usual(heard, taken.length)
      }
      if (reply === 'hang') return
      if (reply === 'break') return void req.socket.destroy()
      res.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    next,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const KEY_ID = 'AKIDexample0001'
export const KEY_SECRET = 'secret-of-the-peer-0001'
const NEAR_SECONDS = 300

export const aliyunPeer = (): Promise<SmsPeer> =>
  peerOf(
    ({ method, url, headers, body }) => {
      const [, keyId, names = '', signature] = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
      const all = names.split(';')
      if (keyId !== KEY_ID || !['host', 'x-acs-action', 'x-acs-version', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-content-sha256'].every((name) => all.includes(name))) return false
      if (headers['x-acs-content-sha256'] !== sha256(body) || Math.abs(Date.now() - Date.parse(String(headers['x-acs-date']))) > 900_000) return false
      // The query as it came, for the signature is over its encoding.
      const query = url.search.slice(1).split('&').filter(Boolean).sort().join('&')
      const lines = all.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
      const canonical = `${method}\n${url.pathname}\n${query}\n${lines}\n${names}\n${sha256(body)}`
      return hmac(KEY_SECRET, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex') === signature
    },
    { status: 400, json: { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched with our calculation.' } },
    ({ headers }, n) => (headers['x-acs-action'] === 'QueryAccountBalance' ? { json: { Code: 'Success', Data: { AvailableAmount: '1,234.50', Currency: 'CNY' } } } : { json: { Code: 'OK', Message: 'OK', RequestId: `R${n}`, BizId: `9006195454678${n}^0` } }),
  )

export const tencentPeer = (): Promise<SmsPeer> =>
  peerOf(
    ({ method, url, headers, body }) => {
      const [, keyId, date = '', names = '', signature] = /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
      const stamp = String(headers['x-tc-timestamp'])
      if (keyId !== KEY_ID || Math.abs(Date.now() / 1000 - Number(stamp)) > NEAR_SECONDS || new Date(Number(stamp) * 1000).toISOString().slice(0, 10) !== date) return false
      if (!names.split(';').includes('content-type') || !names.split(';').includes('host')) return false
      const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`).join('')
      const canonical = `${method}\n${url.pathname}\n${url.search.slice(1)}\n${lines}\n${names}\n${sha256(body)}`
      const key = hmac(hmac(hmac(`TC3${KEY_SECRET}`, date), 'sms'), 'tc3_request')
      return hmac(key, `TC3-HMAC-SHA256\n${stamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`).toString('hex') === signature
    },
    { json: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'The provided credentials could not be validated.' }, RequestId: 'R0' } } },
    ({ headers, body }, n) => {
      if (headers['x-tc-action'] === 'SmsPackagesStatistics') return { json: { Response: { SmsPackagesStatisticsSet: [{ PackageAmount: 1000, CurrentUsage: 400 }, { PackageAmount: 100, CurrentUsage: 100 }], RequestId: `R${n}` } } }
      const { PhoneNumberSet: [to] = [], SessionContext } = JSON.parse(body) as { PhoneNumberSet?: string[]; SessionContext?: string }
      return { json: { Response: { SendStatusSet: [{ SerialNo: `5000:${n}`, PhoneNumber: to, Fee: 1, SessionContext, Code: 'Ok', Message: 'send success', IsoCode: 'CN' }], RequestId: `R${n}` } } }
    },
  )

export const gatewayPeer = (): Promise<SmsPeer> => {
  /** Messages by their key: a repetition is answered as the first was. */
  const known = new Map<string, string>()
  return peerOf(
    ({ method, url, headers, body }) => {
      const stamp = String(headers['x-timestamp'])
      if (headers['x-key-id'] !== KEY_ID || Math.abs(Date.now() / 1000 - Number(stamp)) > NEAR_SECONDS) return false
      return hmac(KEY_SECRET, `${stamp}\n${method}\n${url.pathname}\n${sha256(body)}`).toString('hex') === headers['x-signature']
    },
    { status: 401, json: { code: 'wrongSignature', message: '签名不正确' } },
    ({ url, headers }, n) => {
      if (url.pathname.endsWith('/balance')) return { json: { remaining: 321 } }
      const key = String(headers['idempotency-key'])
      const ref = known.get(key) ?? `G${n}`
      known.set(key, ref)
      return { status: 202, json: { ref } }
    },
  )
}
