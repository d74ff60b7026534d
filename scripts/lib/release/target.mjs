import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Problem } from '../problem.mjs'
import { at } from '../root.mjs'

/** What the built server knows of releases: its store, its keys, how it publishes. */
export const serverParts = () => import(pathToFileURL(at('server/dist/release.mjs')).href)

/**
 * Opens where releases go and reads the key, both by configuration: RELEASE_S3 and what belongs to it, else RELEASE_DIR, else
 * DATA_DIR/releases; RELEASE_KEY_FILE, else DATA_DIR/release-key.pem. Answers `{ store, place, key, note, checked }`; `note` is what the
 * server has said of itself, null before its first start; `checked` tells whether signatures were looked at, which takes a key. A `Problem` or a `UserFacingError` for what is missing or refused.
 */
export async function openTarget(server, { env = process.env, signs = true } = {}) {
  const dataDir = path.resolve(at(), env.DATA_DIR || '.data')
  const s3 = server.s3FromEnv(env)
  const folder = env.RELEASE_DIR ? path.resolve(env.RELEASE_DIR) : path.join(dataDir, 'releases')
  const store = s3 ? new server.S3Store(s3) : new server.FolderStore(folder)
  const place = s3 ? `${env.RELEASE_S3} (${s3.publicUrl})` : folder
  const note = JSON.parse((await store.readNote(server.SERVER_NOTE)) ?? 'null')
  const own = path.join(dataDir, 'release-key.pem')
  const file = env.RELEASE_KEY_FILE || own
  const accepted = (env.RELEASE_PUBLIC_KEYS ?? '').split(',').map((name) => name.trim()).filter(Boolean)
  if (!signs) {
    const keys = server.publicKeys([...(fs.existsSync(file) ? [file] : []), ...accepted])
    // Without any key nothing can be checked, and nothing is signed either: it is shown as it lies there.
    return { store: Object.keys(keys).length > 0 ? new server.TrustedStore(store, keys) : store, place, key: null, note, validated: Object.keys(keys).length > 0 }
  }
  if (!fs.existsSync(file)) {
    // A server that starts later on this folder makes the same key by itself; for any other place somebody has to hand it over.
    if (file !== own || s3 || note) throw new Problem(`The key ${file} is not there: name the one that the console accepts by RELEASE_KEY_FILE, or make one with "openssl genpkey -algorithm ed25519 -out ${file}" and give it to the server.`)
    server.makeKey(file)
  }
  const key = server.readKey(file)
  if (note && !note.keys.includes(key.id)) throw new Problem(`The console at ${place} does not accept signatures of ${file} (${key.id}): name the key of one of ${note.keys.join(', ')} by RELEASE_KEY_FILE.`)
  const keys = server.publicKeys([file, ...accepted])
  const trusted = { ...key, accepts: keys }
  // What somebody has slipped into the store must not be signed again together with the next release.
  const guarded = new server.TrustedStore(store, keys)
  await server.sealLive(guarded, trusted)
  return { store: guarded, place, key: trusted, note, validated: true }
}
