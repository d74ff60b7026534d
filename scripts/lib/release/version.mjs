import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { at } from '../root.mjs'

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: at(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout.trim() : null
}

/**
 * The version of a build: the package's version, the commit (with `dirty` when the work tree is not as committed; left out where
 * there is no git) and the hash of the content, which the build has put at the end of its own version.
 */
export function versionOf(built, read = git) {
  const end = built.lastIndexOf('-')
  const commit = read('rev-parse', '--short=8', 'HEAD')
  const dirty = commit !== null && read('status', '--porcelain') !== ''
  return [built.slice(0, end), ...(commit ? [commit] : []), ...(dirty ? ['dirty'] : []), built.slice(end + 1)].join('-')
}

/** Who releases, for those who watch releases: RELEASED_BY where a pipeline does it for somebody, else git's name of the person, else the account. */
export function releaser(env = process.env, read = git, account = () => userInfo().username) {
  try {
    return (env.RELEASED_BY || read('config', 'user.name') || account()).slice(0, 64)
  } catch {
    return ''
  }
}

/**
 * Finds a stored version by itself, by the beginning of its name, or `previous`: the one that was put there before the live one.
 * `versions` are the newest first; answers one of them. Throws one sentence with what there is.
 */
export function findVersion(versions, wanted, live, problem) {
  const names = versions.map((v) => v.manifest.version)
  const shown = names.length > 0 ? `there are ${names.slice(0, 8).join(', ')}` : 'there is none'
  if (wanted === 'previous') {
    const place = names.indexOf(live)
    if (place < 0) throw problem(`Nothing is live for everybody, so nothing came before it: ${shown}.`)
    if (!versions[place + 1]) throw problem(`Nothing older than ${live} is kept: ${shown}.`)
    return versions[place + 1]
  }
  const found = names.includes(wanted) ? [wanted] : names.filter((name) => name.startsWith(wanted))
  if (found.length === 0) throw problem(`No version begins with "${wanted}": ${shown}.`)
  if (found.length > 1) throw problem(`"${wanted}" is the beginning of ${found.join(', ')}: write more of the one that you mean.`)
  return versions[names.indexOf(found[0])]
}
