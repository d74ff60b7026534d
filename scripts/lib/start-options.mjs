import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { parseArgs } from 'node:util'
import { Problem } from './problem.mjs'
import { at } from './root.mjs'

// What `npm start` is told, and what of it cannot work: said before anything is installed, built or made.

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
const trustsProxy = (value = '') => !['', 'off', 'false', '0'].includes(value.trim())

/** Reads the arguments and the environment: `{ port, host, dataDir, empty }`; a `Problem` when they cannot be meant. */
export function readOptions({ env = process.env, args = process.argv.slice(2) } = {}) {
  let values
  try {
    ;({ values } = parseArgs({ args, options: { empty: { type: 'boolean' } } }))
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: npm start knows only "-- --empty".`)
  }
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Problem(`PORT=${env.PORT} is no port: give a number from 1 to 65535.`)
  }
  const host = env.HOST || '127.0.0.1'
  const encrypted = readCertificate(env)
  // The server refuses it as well, for those who start it in another way.
  if (!LOOPBACK.has(host) && !encrypted && !trustsProxy(env.TRUST_PROXY)) {
    throw new Problem(`HOST=${host} is reachable from other machines: give TLS_CERT and TLS_KEY, or set TRUST_PROXY=1 behind a proxy that ends TLS.`)
  }
  if (env.DATABASE_URL) checkDatabaseUrl(env.DATABASE_URL)
  return { port, host, dataDir: path.resolve(at(), env.DATA_DIR || '.data'), empty: values.empty ?? false }
}

function readCertificate({ TLS_CERT, TLS_KEY }) {
  if (!TLS_CERT && !TLS_KEY) return false
  let cert, key
  try {
    cert = fs.readFileSync(TLS_CERT)
    key = fs.readFileSync(TLS_KEY)
  } catch {
    throw new Problem('TLS_CERT and TLS_KEY must both name a readable file.')
  }
  try {
    tls.createSecureContext({ cert, key })
  } catch (error) {
    const why = error.message.replace(/^error:[0-9A-F]+:/, '')
    throw new Problem(`TLS_CERT=${TLS_CERT} and TLS_KEY=${TLS_KEY} hold no certificate with its key (${why}): give both as PEM files.`)
  }
  return true
}

/** The text itself is never repeated: it holds a password. */
function checkDatabaseUrl(text) {
  // A path names a socket.
  if (text.startsWith('/') || text.startsWith('socket:')) return
  try {
    if (['postgres:', 'postgresql:'].includes(new URL(text).protocol)) return
  } catch {
    // said below
  }
  throw new Problem('DATABASE_URL is no address of a PostgreSQL: give one such as postgres://user:password@host:5432/database, with signs like # or / of the password percent-encoded.')
}

/** Throws the sentence that says why the server could not listen there. */
export function checkPort({ port, host }) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => {
      const sentences = {
        EADDRINUSE: `Port ${port} on ${host} is taken by another program: stop that one, or start with another, for example PORT=${port < 65535 ? port + 1 : 8080} npm start.`,
        EACCES: `Port ${port} may not be opened by this user: start with a port above 1023, for example PORT=8080 npm start.`,
        EADDRNOTAVAIL: `HOST=${host} is no address of this machine: give one that is, or leave HOST out.`,
        ENOTFOUND: `HOST=${host} is not known: give an address of this machine, or leave HOST out.`,
      }
      reject(sentences[error.code] ? new Problem(sentences[error.code]) : error)
    })
    server.listen({ port, host }, () => server.close(resolve))
  })
}
