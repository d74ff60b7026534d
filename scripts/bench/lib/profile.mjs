import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { at } from '../../lib/root.mjs'

export const PROFILES = at('.cache/bench/profiles')
export const profiling = () => {
  fs.rmSync(PROFILES, { recursive: true, force: true })
  return ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`]
}

/** Where the processor time of the profiled server went: share by package, and the functions that took most. */
export function readProfile(top = 15) {
  const [name] = fs.readdirSync(PROFILES).filter((file) => file.endsWith('.cpuprofile'))
  const { nodes, samples, timeDeltas } = JSON.parse(fs.readFileSync(path.join(PROFILES, name), 'utf8'))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const functions = new Map()
  const packages = new Map()
  let all = 0
  samples.forEach((id, i) => {
    const { functionName, url, lineNumber } = byId.get(id).callFrame
    if (functionName === '(idle)' || functionName === '(program)') return
    const time = timeDeltas[i]
    all += time
    const where = placeOf(url)
    add(packages, functionName === '(garbage collector)' ? 'garbage collector' : where, time)
    add(functions, `${functionName || '(anonymous)'} ${where}:${lineNumber + 1}`, time)
  })
  const shares = (map) => [...map].sort((a, b) => b[1] - a[1]).slice(0, top).map(([what, time]) => ({ what, share: time / all }))
  return { packages: shares(packages), functions: shares(functions) }
}

const add = (map, key, time) => map.set(key, (map.get(key) ?? 0) + time)

function placeOf(url) {
  if (!url) return 'native'
  if (url.startsWith('node:')) return url.split('/')[0]
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)
  return inPackage ? inPackage[1] : path.relative(at(), file)
}
