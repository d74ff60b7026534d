import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { copyFile, isThere, namesIn, writeText } from './disk.mjs'

// The released remotes, where they lie in the data folder: hashed files that never change, and the registry that is switched.

const REGISTRY = 'registry.json'
const RELEASE = 'release.json'
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/
/** Switches that may have been made after the backup: browsers refuse a registry older than the last one they saw. */
const LEAP = 1000

/** Copies them below `folder`; answers their entries. A switch in between begins it anew, so that all that is live is there. */
export async function copyReleases(dataDir, folder, stopped) {
  const root = path.join(dataDir, 'releases')
  if (!isThere(path.join(root, REGISTRY))) return []
  for (;;) {
    fs.rmSync(path.join(folder, 'releases'), { recursive: true, force: true })
    const before = await copyFile(path.join(root, REGISTRY), path.join(folder, 'releases', REGISTRY), stopped)
    const entries = [{ path: `releases/${REGISTRY}`, ...before }]
    for (const place of filesOf(root)) {
      stopped()
      const from = path.join(root, place)
      const to = path.join(folder, 'releases', place)
      // What is pruned while we look is live nowhere.
      const sum = await copyFile(from, to, stopped)
      if (!sum) continue
      const entry = { path: `releases/${place}`, ...sum }
      // The order of versions is the order of these times.
      if (path.basename(place) === RELEASE) entry.time = fs.statSync(from, { throwIfNoEntry: false })?.mtimeMs
      entries.push(entry)
    }
    if (createHash('sha256').update(fs.readFileSync(path.join(root, REGISTRY))).digest('hex') === before.sha256) return entries
  }
}

function* filesOf(root) {
  const plain = (folder) => namesIn(folder).filter((name) => PLAIN.test(name)).sort()
  for (const name of plain(path.join(root, 'remotes'))) {
    for (const version of plain(path.join(root, 'remotes', name))) {
      for (const file of plain(path.join(root, 'remotes', name, version))) yield `remotes/${name}/${version}/${file}`
    }
  }
}

/** Gives restored releases their times back. */
export function setTimes(folder, entries) {
  for (const { path: place, time } of entries) {
    if (time) fs.utimesSync(path.join(folder, place), new Date(time), new Date(time))
  }
}

/**
 * Signs the restored registry anew with a serial that no browser has seen; otherwise all of them would take it for an old one
 * that is played again, and load nothing. Answers false where the key is not the installation's own: somebody else must.
 */
export function renewRegistry(folder) {
  const file = path.join(folder, 'releases', REGISTRY)
  if (!fs.existsSync(file)) return true
  const signed = JSON.parse(fs.readFileSync(file, 'utf8'))
  const keyFile = path.join(folder, 'settings', 'release-key.pem')
  if (!fs.existsSync(keyFile)) return false
  const key = createPrivateKey(fs.readFileSync(keyFile))
  const known = createPublicKey(key)
  const raw = Buffer.from(known.export({ format: 'jwk' }).x, 'base64url')
  if (createHash('sha256').update(raw).digest('hex').slice(0, 16) !== signed.keyId) return false
  // What somebody has changed in the backup is not signed as ours.
  if (!verify(null, Buffer.from(signed.payload), known, Buffer.from(signed.signature, 'base64'))) return false
  const registry = JSON.parse(signed.payload)
  const payload = JSON.stringify({ ...registry, serial: registry.serial + LEAP, issuedTime: new Date().toISOString() })
  writeText(file, JSON.stringify({ payload, signature: sign(null, Buffer.from(payload), key).toString('base64'), keyId: signed.keyId }))
  return true
}
