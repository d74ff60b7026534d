import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { growingPauses, startAgain } from './restarts.mjs'
import { keepServer } from './server-keeper.mjs'

let folder
let program
const kept = []

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keeper-test-'))
  program = path.join(folder, 'server.mjs')
  // Answers as the server's process does; what it was told stands in a file, a line a start.
  fs.writeFileSync(
    program,
    `import fs from 'node:fs'
    process.on('message', ({ start, close }) => {
      if (close) process.exit(0)
      if (!start) return
      fs.appendFileSync(${JSON.stringify(path.join(folder, 'starts'))}, JSON.stringify({ ...start, pid: process.pid }) + '\\n')
      if (start.refuse) process.send({ failed: { userMessage: start.refuse, message: start.refuse } }, () => process.exit(1))
      else if (start.crash) process.exit(3)
      else process.send({ ready: { url: 'http://127.0.0.1:' + (start.port || 4321), firstRun: null } })
    })
    process.on('disconnect', () => process.exit(1))`,
  )
})
beforeEach(() => fs.rmSync(path.join(folder, 'starts'), { force: true }))
afterEach(async () => {
  for (const one of kept.splice(0)) await one.stop().catch(() => undefined)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const starts = () => fs.readFileSync(path.join(folder, 'starts'), 'utf8').trim().split('\n').map((line) => JSON.parse(line))

function keep(options, { isEnding = () => false } = {}) {
  const said = []
  let heard = () => {}
  const say = (line) => (said.push(line), heard())
  const server = keepServer({ options: () => options, log: say, complain: say, isEnding, program })
  kept.push(server)
  const until = async (test) => {
    while (!test(said)) await new Promise((done) => (heard = done))
  }
  return { server, said, until }
}

test('a server that dies is started again at the same port after a pause, and both are told', async () => {
  const { server, said, until } = keep({ databaseUrl: 'x' })
  expect(await server.ready).toEqual({ url: 'http://127.0.0.1:4321', firstRun: null })
  const first = server.pid
  process.kill(first, 'SIGKILL')
  await until(() => said.length === 2)
  expect(said).toEqual(['The server ended by itself (SIGKILL): it is started again in 1 s.', 'the server runs again'])
  expect(server.pid).not.toBe(first)
  expect(starts()).toEqual([
    { databaseUrl: 'x', pid: first },
    { databaseUrl: 'x', port: 4321, pid: server.pid },
  ])
  await server.stop()
  expect(said).toHaveLength(2)
})

test('a first start that does not succeed is not repeated: its sentence is thrown', async () => {
  const refused = keep({ refuse: 'PORT=x is no port.' })
  await expect(refused.server.ready).rejects.toMatchObject({ userMessage: 'PORT=x is no port.' })
  await expect(keep({ crash: true }).server.ready).rejects.toThrow('The server ended while it was starting (exit code 3).')
  expect(starts()).toHaveLength(2)
  expect(refused.said).toEqual([])
})

test('a server that cannot be started again says so each time and goes on trying; a stop ends that', async () => {
  const options = {}
  const { server, said, until } = keep(options)
  await server.ready
  options.refuse = 'The database does not answer.'
  process.kill(server.pid, 'SIGKILL')
  await until(() => said.length === 2)
  expect(said[1]).toBe('The server could not be started again, the next try is in 2 s: The database does not answer.')
  await server.stop()
  expect(starts()).toHaveLength(2)
})

test('renewed, it ends in order and begins with what the options say now, without a pause or a word', async () => {
  const options = { databaseUrl: 'old' }
  const { server, said } = keep(options)
  await server.ready
  options.databaseUrl = 'new'
  await server.renew()
  while (starts().length < 2) await new Promise((done) => setTimeout(done, 20))
  expect(starts()[1]).toMatchObject({ databaseUrl: 'new', port: 4321 })
  expect(said).toEqual([])
})

test('pauses double from one second to thirty; whoever lived five minutes begins anew', async () => {
  const pauses = growingPauses()
  expect(Array.from({ length: 7 }, () => pauses.after(0) / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(pauses.after(299_999)).toBe(30_000)
  expect(pauses.after(300_000)).toBe(1_000)

  const slept = []
  const said = []
  let tries = 0
  const start = async () => {
    if (++tries < 4) throw new Error('not yet')
    return 'runs'
  }
  const answer = await startAgain({ what: 'The database', why: 'SIGKILL', livedMs: 0, pauses: growingPauses(), start, isEnding: () => false, complain: (line) => said.push(line), sleep: async (ms) => void slept.push(ms) })
  expect(answer).toBe('runs')
  expect(slept).toEqual([1000, 2000, 4000, 8000])
  expect(said).toHaveLength(4)
})
