import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyRepository } from './lib/copy.mjs'

const VIEW = 'remotes/member/src/views/CompanyList/page.tsx'

/** Seconds and CPU seconds of a build of everything from nothing, and of one after a single changed view; in a copy. */
export async function measureBuilds({ log }) {
  const folder = copyRepository('console-bench-build-')
  try {
    const cold = await report(folder)
    log(`everything: ${cold.seconds.toFixed(1)} s, ${cold.cpuSeconds.toFixed(1)} CPU-s`)
    const none = await report(folder)
    fs.appendFileSync(path.join(folder, VIEW), '\nexport const changed = 1\n')
    const changed = await report(folder)
    log(`one changed view: ${changed.seconds.toFixed(1)} s, ${changed.cpuSeconds.toFixed(1)} CPU-s (${changed.parts.map((p) => p.name).join(', ')})`)
    return { cold, changed, none }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `build --report` and reads its table. */
function report(folder) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/build.mjs', '--report'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (piece) => (said += piece))
    child.once('exit', (code) => {
      const seconds = Number(/^in all ([\d.]+) s$/m.exec(said)?.[1])
      if (code !== 0 || !seconds) return reject(new Error(`the build ended with ${code}: ${said}`))
      const parts = [...said.matchAll(/^(\S+)\s+([\d.]+)\s+([\d.]+)$/gm)].map((m) => ({ name: m[1], seconds: Number(m[2]), cpuSeconds: Number(m[3]) }))
      resolve({ seconds, cpuSeconds: parts.reduce((sum, part) => sum + part.cpuSeconds, 0), parts })
    })
  })
}
