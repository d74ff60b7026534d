import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Days for which files of the console that no newer build has any more are kept for pages that are still open. */
const KEEP_DAYS = 30

/**
 * Lays the console's hashed files beside those of other builds, where gateways of any age find them: while processes are
 * updated one after the other pages of both builds are open. Files of no build for 30 days go. Answers how many were new.
 */
export function keepAssets(from, to, now = Date.now()) {
  if (!existsSync(from)) return 0
  mkdirSync(to, { recursive: true })
  const own = new Set(readdirSync(from))
  const time = new Date(now)
  let laid = 0
  for (const name of own) {
    const target = join(to, name)
    if (existsSync(target)) {
      utimesSync(target, time, time)
      continue
    }
    // Whole under another name first: a gateway may be asked for it in this very moment.
    const temporary = join(to, `.${name}.${process.pid}`)
    copyFileSync(join(from, name), temporary)
    renameSync(temporary, target)
    laid += 1
  }
  for (const name of readdirSync(to)) {
    if (own.has(name)) continue
    const stat = statSync(join(to, name), { throwIfNoEntry: false })
    if (stat && now - stat.mtimeMs > KEEP_DAYS * 86_400_000) rmSync(join(to, name), { force: true })
  }
  return laid
}
