import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { removePostgres } from '../../lib/postgres.mjs'
import { at } from '../../lib/root.mjs'
import { PASSWORD } from './installation.mjs'

/** The console as people start it, with the demo association, on data of its own: `{ url, stop }`. */
export async function startConsole() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'console-bench-'))
  fs.chmodSync(dataDir, 0o711)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir, SLIDER_CHECK: 'off', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', NODE_ENV: 'production' }
  const child = spawn(process.execPath, [at('scripts/start.mjs')], { cwd: at(), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      const ready = /^ready (\S+)/m.exec((said += piece))
      if (ready) resolve(ready[1])
    })
    void exited.then((code) => reject(new Error(`the console ended (${code}): ${said}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await removePostgres({ dataDir })
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
