import fs from 'node:fs'
import { measureTree } from './core-seconds.mjs'
import { at } from './root.mjs'

/**
 * The most core-seconds that a whole run may take, PostgreSQL and build included. What was measured and how stands in
 * docs/benchmarks/2026-11-25-tests.md: the same tests take half as much again or twice as much on a slower processor. Whoever makes them cheaper lowers it.
 */
export const BUDGET = 7_200

const DEAREST = 20

/** Keeps what each part of a run costs, in core-seconds. `postgres()` answers the process id of the run's own PostgreSQL, once there is one. */
export function startReport(postgres) {
  const own = measureTree(process.pid, { except: () => (postgres() ? [postgres()] : []) })
  let database
  const phases = []
  const files = []
  const read = () => {
    if (postgres() && !database) database = measureTree(postgres(), { whole: true })
    return { own: own?.now() ?? 0, database: database?.now() ?? 0 }
  }
  let last = read()
  return {
    /** Ends a part: what was taken since the one before is its. */
    phase(name) {
      const now = read()
      phases.push({ name, own: now.own - last.own, database: now.database - last.database })
      last = now
    },
    /** Reads what each file of a Jest run took, which its runner wrote down, and throws the list away. */
    takeFiles(list) {
      if (!fs.existsSync(list)) return
      for (const line of fs.readFileSync(list, 'utf8').split('\n').filter(Boolean)) files.push(JSON.parse(line))
      fs.rmSync(list)
    },
    /** The lines to print, and the sum; no lines where nothing can be measured. */
    end() {
      if (!own) return { lines: [], sum: 0 }
      own.end()
      database?.end()
      const sum = phases.reduce((all, phase) => all + phase.own + phase.database, 0)
      const row = (seconds, text) => `${seconds.toFixed(1).padStart(8)}  ${text}`
      const dearest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, DEAREST)
      const lines = [
        ...phases.filter((phase) => phase.own + phase.database >= 0.05).map((phase) => row(phase.own + phase.database, phase.name + (phase.database > 0 ? `, of it PostgreSQL ${phase.database.toFixed(1)}` : ''))),
        row(sum, 'in all' + (database || !process.env.TEST_DATABASE_URL ? '' : ', without PostgreSQL, which others may share')),
        ...(dearest.length > 0 ? ['', 'the dearest files, without PostgreSQL:', ...dearest.map((file) => row(file.seconds, file.file.replace(at() + '/', '')))] : []),
      ]
      return { lines, sum }
    },
  }
}
