import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { UserFacingError } from '../errors'

/** Looks files through for viruses. */
export interface Scanner {
  /** Name of what was found in a file; null when it is clean. Throws when it cannot be known. */
  scan(path: string): Promise<string | null>
}

/** Bytes of the file a message. */
const PART = 64 * 1024
/** Milliseconds without any sign of the daemon. Unpacking a large archive takes it a while. */
const SILENCE_MS = 60_000

interface Address {
  host?: string
  port?: number
  path?: string
}

/** The address in CLAMD_URL: `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
export function clamdAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'unix:' && url.pathname.length > 1) return { path: decodeURIComponent(url.pathname) }
  if (url?.protocol === 'tcp:' && url.hostname) return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
  throw new UserFacingError(`CLAMD_URL=${text} is no address of clamd: write tcp://host:3310 or unix:///run/clamav/clamd.ctl.`)
}

/** The scanner behind ClamAV's daemon, asked with INSTREAM (man clamd): the bytes go over the connection, so it needs no access to our files. */
export const clamd = (address: Address, silenceMs = SILENCE_MS): Scanner => ({
  async scan(path) {
    const socket = connect(address as { path: string })
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd does not answer')))
    try {
      // What the daemon says may come before all is sent: it breaks off what is longer than its StreamMaxLength.
      const [answer] = await Promise.all([answerOf(socket), send(socket, path)])
      return verdictOf(answer)
    } finally {
      socket.destroy()
    }
  },
})

async function send(socket: Socket, path: string): Promise<void> {
  const write = (bytes: Buffer) => (socket.write(bytes) || socket.destroyed ? undefined : new Promise<void>((resolve) => socket.once('drain', resolve).once('close', () => resolve())))
  await write(Buffer.from('zINSTREAM\0'))
  for await (const part of createReadStream(path, { highWaterMark: PART })) {
    if (!socket.writable) return
    await write(Buffer.concat([lengthOf((part as Buffer).length), part as Buffer]))
  }
  if (socket.writable) await write(lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      text += String(part)
      if (text.includes('\0') || text.length > 10_000) resolve(text.split('\0')[0] ?? '')
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('clamd closed the connection without an answer')))
  })

function verdictOf(answer: string): string | null {
  if (/^stream: OK$/.test(answer)) return null
  const found = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1]
  if (!found) throw new Error(`clamd answers ${answer.slice(0, 200)}`)
  return found
}
