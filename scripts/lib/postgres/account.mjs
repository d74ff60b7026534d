import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Problem, isDiskFull } from '../problem.mjs'

// PostgreSQL refuses to run as root: then it has a user of its own, who must be able to reach what is his.

const CANDIDATE_ROOTS = ['/var/lib/association-console', '/opt/association-console', '/var/tmp/association-console']
export const isRoot = process.getuid?.() === 0

export function systemUser() {
  const found = lookUp('postgres')
  if (found) return found
  const tries = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres'],
  ]
  for (const [command, ...args] of tries) {
    spawnSync(command, args, { stdio: 'ignore' })
    const made = lookUp('postgres')
    if (made) return made
  }
  const nobody = lookUp('nobody')
  if (nobody) return nobody
  throw new Problem('PostgreSQL does not run as root and no user "postgres" could be made: make one (useradd --system postgres), or start as an ordinary user.')
}

function lookUp(name) {
  const id = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const uid = id('-u')
  const gid = id('-g')
  if (uid.status !== 0 || gid.status !== 0) return null
  const user = { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  return user.uid > 0 ? user : null
}

/** A folder that root owns alone and everybody can pass: for what cannot lie below a closed one. */
export function systemFolder() {
  for (const folder of CANDIDATE_ROOTS) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = fs.lstatSync(folder)
      // /var/tmp is anybody's: a folder laid there by another user is not trusted.
      if (uid !== 0 || (mode & 0o022) !== 0 || (mode & 0o170000) !== 0o040000) continue
      fs.accessSync(folder, fs.constants.W_OK)
      return folder
    } catch (error) {
      if (isDiskFull(error)) throw error
    }
  }
  throw new Problem(`None of ${CANDIDATE_ROOTS.join(', ')} can be written: start as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.`)
}

export function canWrite(user, folder) {
  // Asked as that user: modes alone do not tell about access lists and mounts.
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
