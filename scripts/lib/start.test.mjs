import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { diskFull, explain, isDiskFull } from './problem.mjs'
import { at } from './root.mjs'
import { checkPort, readOptions } from './start-options.mjs'

let folder

beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'start-test-'))))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const told = (env, args = []) => readOptions({ env, args })

test('without a word it is loopback, 8080 and .data; what is given is honoured', () => {
  expect(told({})).toEqual({ port: 8080, host: '127.0.0.1', dataDir: at('.data'), empty: false })
  expect(told({ PORT: '8123', HOST: 'localhost', DATA_DIR: '/srv/data' }, ['--empty'])).toEqual({ port: 8123, host: 'localhost', dataDir: '/srv/data', empty: true })
})

test('a word that npm start does not know, and a port that is none', () => {
  expect(() => told({}, ['--emty'])).toThrow('Unknown option \'--emty\': npm start knows only "-- --empty".')
  for (const PORT of ['abc', '-1', '70000', '80.5']) expect(() => told({ PORT })).toThrow(`PORT=${PORT} is no port`)
})

test('beyond loopback only with TLS or a trusted proxy, and with a certificate that is one', () => {
  expect(() => told({ HOST: '0.0.0.0' })).toThrow(/^HOST=0\.0\.0\.0 is reachable from other machines: give TLS_CERT and TLS_KEY, or set TRUST_PROXY=1/)
  expect(told({ HOST: '0.0.0.0', TRUST_PROXY: '1' }).host).toBe('0.0.0.0')
  const none = path.join(folder, 'none.pem')
  expect(() => told({ TLS_CERT: none, TLS_KEY: none })).toThrow('TLS_CERT and TLS_KEY must both name a readable file.')
  expect(() => told({ TLS_CERT: none })).toThrow('TLS_CERT and TLS_KEY must both name a readable file.')
  const bad = path.join(folder, 'bad.pem')
  fs.writeFileSync(bad, 'no certificate\n')
  expect(() => told({ HOST: '0.0.0.0', TLS_CERT: bad, TLS_KEY: bad })).toThrow(/hold no certificate with its key \(PEM routines.*\): give both as PEM files/)
})

test('an address of a database that is none is refused without being repeated', () => {
  for (const DATABASE_URL of ['postgres://one@127.0.0.1/db', 'postgresql:///db?host=/run/postgresql', '/run/postgresql db']) {
    expect(told({ DATABASE_URL }).port).toBe(8080)
  }
  for (const DATABASE_URL of ['secret', 'mysql://u:secret@127.0.0.1/db', 'postgres://u:secret#x@127.0.0.1/db']) {
    const refused = catching(() => told({ DATABASE_URL }))
    expect(refused).toMatch(/^DATABASE_URL is no address of a PostgreSQL: give one such as postgres:/)
    expect(refused).not.toContain('secret')
  }
})

test('a port that another program has', async () => {
  const other = net.createServer()
  await new Promise((listening) => other.listen(0, '127.0.0.1', listening))
  const { port } = other.address()
  await expect(checkPort({ port, host: '127.0.0.1' })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program: stop that one, or start with another`)
  await new Promise((closed) => other.close(closed))
  await checkPort({ port, host: '127.0.0.1' })
})

test('a full disk is known by whoever tells of it', () => {
  expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(isDiskFull(new Error('The database does not answer (could not write init file: No space left on device): check DATABASE_URL.'))).toBe(true)
  expect(isDiskFull(new Error('no such table'))).toBe(false)
  expect(explain(diskFull('/srv'))).toBe('The disk that holds /srv is full: free some space there and start again.')
})

test.each(['start', 'test'])('npm %s with an old Node', (program) => {
  const old = path.join(folder, 'old.cjs')
  fs.writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' })\n")
  const { status, stderr } = spawnSync(process.execPath, ['--require', old, at(`scripts/${program}.mjs`)], { encoding: 'utf8' })
  expect(stderr.trim()).toBe('Node 18.20.4 is too old: install Node 20.19 or newer and start again.')
  expect(status).toBe(1)
})

function catching(work) {
  try {
    work()
  } catch (error) {
    return error.userMessage
  }
}
