import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { API_BASE } from '@assoc/contract'
import { createDatabase, databaseUrl, dropDatabase, templateName } from '../../../scripts/jest/test-databases.mjs'
import { workerFile } from '../global-setup'
import { OWN_HEADERS, type Session } from '../harness'
import type { Question } from './watched-process'

/** What a request did to the server. Megabytes are of the whole process, at its peak. */
export interface Seen {
  status: number
  text: string
  ms: number
  /** Longest time that the event loop stood still. */
  delayMs: number
  rssMb: number
}

export interface WatchedServer {
  url: string
  admin: Session
  /** Sends a body to a call of the contract and watches the process until the answer has been read. */
  throwAt(path: string, body: string, as?: Session | null): Promise<Seen>
  /** Watches the process while something else happens to it. */
  watch<T>(action: () => Promise<T>): Promise<{ result: T; ms: number; delayMs: number; rssMb: number }>
  stop(): Promise<void>
}

/**
 * Starts the server in a process of its own on a database of its own, so that memory and event loop are the server's and not those
 * of the test. Peaks of memory are read from Linux's /proc.
 */
export async function startWatchedServer(): Promise<WatchedServer> {
  const root = process.cwd()
  const bundle = join(root, 'server/.cache/deep', `watched-${process.pid}.mjs`)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { dependencies: Record<string, string> }
  await build({
    entryPoints: [join(root, 'server/test/deep/watched-process.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.sql': 'text' },
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@assoc/')),
    logLevel: 'error',
  })
  const name = `test_${process.pid}_${Date.now()}_watched`
  const dataDir = mkdtempSync(join(tmpdir(), 'console-deep-'))
  await createDatabase(name, templateName())
  const child = fork(bundle, [databaseUrl(name), dataDir, workerFile(root)], { cwd: root, execArgv: ['--max-semi-space-size=8', '--expose-gc'] })
  const heard = <T>() =>
    new Promise<T>((resolve, reject) => {
      const ended = () => reject(new Error('the watched server has ended'))
      child.once('exit', ended)
      child.once('message', (message: { data: T }) => {
        child.off('exit', ended)
        resolve(message.data)
      })
    })
  const ask = <T>(question: Question) => {
    const answer = heard<T>()
    child.send(question)
    return answer
  }
  const { url } = await heard<{ url: string }>()
  const admin = await ask<Session>({ ask: 'session' })
  const server: WatchedServer = {
    url,
    admin,
    async watch(action) {
      await ask({ ask: 'watch' })
      // Linux begins a new peak at what is held now.
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
      const began = performance.now()
      const result = await action()
      const ms = Math.round(performance.now() - began)
      const { delayMs } = await ask<{ delayMs: number }>({ ask: 'seen' })
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      return { result, ms, delayMs, rssMb: Math.round(Number(peak) / 1024) }
    },
    async throwAt(path, body, as = null) {
      const { result, ...seen } = await server.watch(async () => {
        const response = await fetch(`${url}${API_BASE}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...(as ? { authorization: as.token, cookie: `sid=${as.cookie}` } : {}) },
          body,
        })
        return { status: response.status, text: await response.text() }
      })
      return { ...result, ...seen }
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
      await dropDatabase(name)
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(bundle, { force: true })
    },
  }
  return server
}
