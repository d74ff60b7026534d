import fs from 'node:fs'

// Processor time of whole process trees, in seconds of one core. Wall time on a shared machine says more about the neighbours than about
// the work; this says what the work costs. Linux alone tells it (`/proc`); elsewhere nothing is measured, and nothing is held to it.

/** Ticks of `/proc/<pid>/stat` in a second: fixed for programs on Linux, whatever the kernel's own clock is. */
const TICKS = 100

export const canMeasure = () => fs.existsSync('/proc/self/stat')

/**
 * What is running now: by process id its parent, its start (ids are given again), its own core-seconds and those of the children that it
 * has waited for.
 */
export function readProcesses() {
  const all = new Map()
  // Parents first, as their ids mostly come first: a child that ends meanwhile is missing rather than counted twice.
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).sort((a, b) => a - b)
  for (const pid of pids) {
    try {
      const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      // A program's name may hold spaces and brackets.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number)
      all.set(pid, { parent: fields[1], own: (fields[11] + fields[12]) / TICKS, waited: (fields[13] + fields[14]) / TICKS, start: fields[19] })
    } catch {
      // ended meanwhile
    }
  }
  return all
}

/**
 * Adds up the processor time of a process and all that it starts, from now on, or since its start (`whole`). `sample()` looks at what runs: a process that ends and is
 * waited for is counted to its last tick, one that nobody waits for (Chromium's pages) as it was seen last. `except` are processes that
 * are counted elsewhere, with all that they start.
 */
export class TreeMeter {
  #root
  #except
  #read
  #known = new Map()
  #begun = 0

  constructor(root = process.pid, { except = () => [], whole = false, read = readProcesses } = {}) {
    this.#root = root
    this.#except = except
    this.#read = read
    this.sample()
    if (!whole) this.#begun = this.#sum()
  }

  /** Core-seconds since the meter was made, as the last sample saw them. */
  get seconds() {
    return this.#sum() - this.#begun
  }

  #sum() {
    let sum = 0
    for (const { own, ended } of this.#known.values()) sum += own + ended
    return sum
  }

  sample() {
    const before = this.#known
    const now = this.#tree(this.#read())
    if (now.size === 0) return this
    const fallen = new Map()
    for (const [pid, one] of before) {
      if (now.get(pid)?.start === one.start) continue
      const heir = this.#heir(one.parent, before, now)
      if (heir !== undefined) fallen.set(heir, (fallen.get(heir) ?? 0) + one.own + one.ended)
    }
    for (const [pid, one] of now) {
      const last = before.get(pid)
      if (last?.start !== one.start) {
        Object.assign(one, { ended: one.waited, ahead: 0 })
        continue
      }
      // What the last sample missed of a child that ended while it was taken may come out only now.
      const waited = Math.max(0, one.waited - last.waited - last.ahead)
      const lost = fallen.get(pid) ?? 0
      one.ended = last.ended + Math.max(waited, lost)
      one.ahead = Math.max(0, lost - waited)
    }
    this.#known = now
    return this
  }

  /** The nearest process above that still runs: what ended is its. */
  #heir(parent, before, now) {
    for (let pid = parent; ; pid = before.get(pid).parent) {
      const one = before.get(pid)
      if (!one) return undefined
      if (now.get(pid)?.start === one.start) return pid
    }
  }

  #tree(all) {
    const children = new Map()
    for (const [pid, { parent }] of all) children.set(parent, [...(children.get(parent) ?? []), pid])
    const except = new Set(this.#except())
    const tree = new Map()
    const walk = (pid) => {
      const one = all.get(pid)
      if (!one || except.has(pid)) return
      tree.set(pid, one)
      for (const child of children.get(pid) ?? []) walk(child)
    }
    walk(this.#root)
    return tree
  }
}

/** A meter that samples itself every so many milliseconds, until it is ended; undefined where nothing can be measured. */
export function measureTree(root, { every = 1_000, ...options } = {}) {
  if (!canMeasure()) return undefined
  const meter = new TreeMeter(root, options)
  const timer = setInterval(() => meter.sample(), every)
  timer.unref()
  return { now: () => meter.sample().seconds, end: () => (clearInterval(timer), meter.sample().seconds) }
}
