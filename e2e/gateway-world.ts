import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, databaseUrl, dropDatabase } from '../scripts/jest/test-databases.mjs'
import { REMOTES, Processes, answers, freePorts, writeApp, writeHost, writeNginx, writeRemote, output, programOf } from './gateway'

const PASSWORD = 'Correct-Horse-27'
const ROOT = process.cwd()

/** What docker-compose.yml starts, by hand: nginx before two API processes and a worker on one PostgreSQL. */
export interface World {
  folder: string
  /** The gateway that ends TLS, one behind a TLS proxy, and one that never asks another process. */
  tls: string
  plain: string
  withoutRetry: string
  /** Versions in the images of the remotes. */
  versions: Record<string, string>
  releases: string
  database: pg.Pool
  remotes: Record<string, ChildProcess>
  processes: Processes
  /** Ends an API process (0 or 1) by a signal, and starts it again; resolves when it is gone, and when it serves. */
  endApi(index: number, signal: NodeJS.Signals): Promise<void>
  startApi(index: number): Promise<void>
  stop(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const [nginx, openssl] = [programOf('nginx'), programOf('openssl')]
  const name = `journey_${process.pid}_gateway`
  await createDatabase(name)
  const folder = mkdtempSync(join(tmpdir(), 'console-gateway-'))
  chmodSync(folder, 0o755)
  const [data, releases, secrets] = ['data', 'releases', 'secrets'].map((one) => join(folder, one)) as [string, string, string]
  for (const one of [data, releases, secrets]) mkdirSync(one, { recursive: true })
  output(process.execPath, ['deploy/secrets.mjs', secrets])
  writeFileSync(join(folder, 'database_url'), databaseUrl(name))
  writeFileSync(join(folder, 'admin_password'), PASSWORD)
  output(openssl, ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-keyout', join(folder, 'tls_key'), '-out', join(folder, 'tls_cert')])

  const ports = await freePorts(6 + REMOTES.length)
  const [api1, api2, tls, redirect, plain, without, ...own] = ports as [number, number, number, number, number, number, ...number[]]
  const processes = new Processes()
  const database = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  database.on('error', () => undefined)
  const server = (role: string, port: number) => ({
    SERVER_ROLE: role,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL_FILE: join(folder, 'database_url'),
    ADMIN_PASSWORD_FILE: join(folder, 'admin_password'),
    RELEASE_KEY_FILE: join(secrets, 'release_key'),
    RELEASE_DIR: releases,
    DATA_DIR: data,
    WEB_ROOT: writeApp(join(folder, 'app')),
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
  })
  const serve = ['--max-semi-space-size=8', '--enable-source-maps', 'scripts/serve.mjs']
  const apis: ChildProcess[] = []
  const startApi = async (index: number) => {
    const port = [api1, api2][index] as number
    apis[index] = await processes.start(process.execPath, serve, { ...server('api', port), INSTANCE: `api-${index + 1}` }, answers(`http://127.0.0.1:${port}/readyz`))
  }
  const remotes: Record<string, ChildProcess> = {}
  const stop = async () => {
    await processes.endAll()
    await database.end()
    await dropDatabase(name)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await startApi(0)
    await Promise.all([startApi(1), processes.start(process.execPath, serve, server('worker', 0), async () => true)])
    const upstreams: Record<string, string> = { 'api-1:8080': `127.0.0.1:${api1}`, 'api-2:8080': `127.0.0.1:${api2}` }
    const versions: Record<string, string> = {}
    for (const [i, remote] of REMOTES.entries()) {
      const srv = join(folder, `srv-${remote}`)
      versions[remote] = writeRemote(srv, remote, releases)
      const conf = await writeNginx(join(folder, `nginx-${remote}`), { 'listen 8080': `listen 127.0.0.1:${own[i]}`, '/srv': srv })
      remotes[remote] = await processes.start(nginx, ['-p', conf, '-e', `${conf}/error.log`, '-c', `${conf}/remote.conf`], {}, answers(`http://127.0.0.1:${own[i]}/readyz`))
      upstreams[`remote-${remote}:8080`] = `127.0.0.1:${own[i]}`
      output(process.execPath, ['deploy/publish.mjs'], { BUILD_DIR: join(ROOT, 'remotes', remote, 'dist'), RELEASE_DIR: releases, RELEASE_KEY_FILE: join(secrets, 'release_key') })
    }
    const srv = join(folder, 'srv-host')
    writeHost(srv, releases)
    const gateway = async (title: string, file: string, port: number, more: Record<string, string>) => {
      const conf = await writeNginx(join(folder, `nginx-${title}`), { ...upstreams, 'listen 8080': `listen 127.0.0.1:${port}`, '/srv': srv, '/run/secrets': folder, ...more })
      output(nginx, ['-t', '-p', conf, '-e', `${conf}/error.log`, '-c', `${conf}/${file}`])
      await processes.start(nginx, ['-p', conf, '-e', `${conf}/error.log`, '-c', `${conf}/${file}`], {}, answers(`http://127.0.0.1:${port}/gatewayz`))
    }
    await gateway('tls', 'tls.conf', redirect, { 'listen 8443': `listen 127.0.0.1:${tls}` })
    await gateway('plain', 'plain.conf', plain, {})
    await gateway('without', 'plain.conf', without, {
      'proxy_next_upstream error timeout invalid_header non_idempotent;': 'proxy_next_upstream off;',
      'proxy_next_upstream error timeout invalid_header http_503 non_idempotent;': 'proxy_next_upstream off;',
      'proxy_next_upstream error timeout;': 'proxy_next_upstream off;',
    })
    return {
      folder,
      tls: `https://localhost:${tls}`,
      plain: `http://127.0.0.1:${plain}`,
      withoutRetry: `http://127.0.0.1:${without}`,
      versions,
      releases,
      database,
      remotes,
      processes,
      endApi: (index, signal) => processes.end(apis[index] as ChildProcess, signal),
      startApi,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
