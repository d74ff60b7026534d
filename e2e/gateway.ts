import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { accessSync, chmodSync, constants, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { until } from './steps'

const ROOT = process.cwd()
export const REMOTES = readdirSync(join(ROOT, 'remotes')).filter((name) => existsSync(join(ROOT, 'remotes', name, 'package.json')))

const onPath = (program: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, program)).find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The path of a program that these journeys need. As root on Debian its package is installed when missing; else one sentence says what to do. */
export function programOf(name: 'nginx' | 'docker-compose' | 'openssl'): string {
  const found = onPath(name)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore', env })
    const installed = onPath(name)
    if (installed) return installed
  }
  throw new Error(`The journey of the gateway needs ${name} and it was not found: install it (Debian: apt-get install ${name}).`)
}

/** Free ports of this machine, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

/** The text that a command writes; throws with what it says when it fails. */
export function output(program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

/** Milliseconds for a program to be ready: the first of an API fills the demo association, which takes as long as the machine is busy. */
const READY_MS = 150_000

/** Processes of a test, which all end with it. */
export class Processes {
  private readonly all = new Set<ChildProcess>()

  /** Starts a program; answers when `ready` holds, throws with what it wrote when it ends before. */
  async start(program: string, args: string[], env: Record<string, string>, ready: () => Promise<boolean>): Promise<ChildProcess> {
    const child = spawn(program, args, { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    this.all.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}: ${said}`)
      return ready()
    }, `${program} ${args.at(-1)} is ready: ${said}`, READY_MS)
    return child
  }

  /** Ends one, by the signal that is given, and waits until it is gone. */
  async end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.all.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(late)
  }

  async endAll(): Promise<void> {
    // By SIGTERM: nginx takes its own processes along.
    await Promise.all([...this.all].map((child) => this.end(child)))
  }
}

/** Whether something answers 200 there. */
export const answers = (url: string) => async (): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** What an image has at /app: the host's build, without remotes. */
export function writeApp(folder: string): string {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'host'))) symlinkSync(join(ROOT, 'host'), join(folder, 'host'))
  return folder
}

/** What the image of a remote has at /srv/own, and where its folder of other versions lies. Answers the version. */
export function writeRemote(folder: string, name: string, releases: string): string {
  const dist = join(ROOT, 'remotes', name, 'dist')
  const { version } = JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')) as { version: string }
  cpSync(dist, join(folder, 'own/remotes', name, version), { recursive: true })
  symlinkSync(releases, join(folder, 'releases'))
  return version
}

/** What the gateway's image has at /srv. */
export function writeHost(folder: string, releases: string): void {
  cpSync(join(ROOT, 'host/dist/assets'), join(folder, 'own/assets'), { recursive: true })
  symlinkSync(releases, join(folder, 'releases'))
}

/** Puts nginx's files from deploy/ into a folder, with other addresses, ports and folders and nothing else changed. */
export async function writeNginx(folder: string, changes: Record<string, string>): Promise<string> {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  // nginx works as another user when it is started by root.
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'tmp'), 0o777)
  const all: [from: string, to: string][] = [...Object.entries(changes), ['/tmp/', `${folder}/tmp/`], ['/dev/stdout', `${folder}/access.log`], ['/dev/stderr', `${folder}/error.log`]]
  for (const name of readdirSync(join(ROOT, 'deploy/nginx'))) {
    const text = readFileSync(join(ROOT, 'deploy/nginx', name), 'utf8')
    // In one go, so that what one change has put there is not changed by the next.
    const pattern = new RegExp(all.map(([from]) => from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
    writeFileSync(join(folder, name), text.replace(pattern, (found) => Object.fromEntries(all)[found] ?? found))
  }
  output(process.execPath, ['deploy/repeatable.mjs', join(folder, 'repeatable.conf')])
  return folder
}
