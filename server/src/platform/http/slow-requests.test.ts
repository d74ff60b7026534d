import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { endSlowBodies } from './slow-requests'

const LIMIT_MS = 300
let app: FastifyInstance
let port: number
let answered: string[]

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  endSlowBodies(app, LIMIT_MS)
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    let size = 0
    payload.on('data', (piece: Buffer) => (size += piece.length)).on('end', () => done(null, size))
  })
  app.post('/', async (request) => {
    answered.push(JSON.stringify(request.body))
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())
beforeEach(() => (answered = []))

/** Sends the head of a request, then a byte of its body each `everyMs`; answers how many went before the socket ended or the answer came. */
async function drip(type: string, length: number, everyMs: number): Promise<{ sent: number; text: string }> {
  const socket: Socket = connect(port, '127.0.0.1')
  let [sent, text] = [0, '']
  socket.on('error', () => undefined)
  socket.on('data', (piece) => {
    text += piece.toString()
    socket.end()
  })
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  const pump = everyMs && setInterval(() => sent < length && socket.writable && socket.write(' ', () => sent++), everyMs)
  await new Promise((resolve) => socket.once('close', resolve))
  if (pump) clearInterval(pump)
  return { sent, text }
}

test('a JSON body that drips ends after the limit as a whole', async () => {
  const { sent, text } = await drip('application/json', 10_000, 20)
  expect(sent).toBeGreaterThan(0)
  expect([text, answered]).toEqual(['', []])
})

test('an upload may drip, but not stand still', async () => {
  // 40 bytes at 20 ms take longer than the limit.
  const slow = await drip('multipart/form-data; boundary=x', 40, 20)
  expect([slow.sent, slow.text.startsWith('HTTP/1.1 200'), answered]).toEqual([40, true, ['40']])
  const still = await drip('multipart/form-data; boundary=x', 40, 0)
  expect([still, answered]).toEqual([{ sent: 0, text: '' }, ['40']])
})
