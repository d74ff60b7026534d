import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Registry, SignedRegistry } from '@assoc/contract/platform/release'

const fileOf = (dataDir: string) => join(dataDir, 'releases/registry.json')

/** The registry of a running console, as its browsers are given it. */
export const readSigned = (dataDir: string): SignedRegistry => JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as SignedRegistry

/** Puts text in the place of the registry, whatever it is. */
export function putSigned(dataDir: string, signed: unknown): void {
  writeFileSync(`${fileOf(dataDir)}.new`, JSON.stringify(signed))
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir))
}

/** Changes the registry as somebody with the key may: what comes out is signed, with the next serial. */
export function changeSigned(dataDir: string, change: (registry: Registry) => Registry): void {
  const registry = JSON.parse(readSigned(dataDir).payload) as Registry
  putSigned(dataDir, signedBy(dataDir, { ...change(registry), serial: registry.serial + 1 }))
}

/** Anything, signed with the console's key. */
function signedBy(dataDir: string, value: unknown): SignedRegistry {
  const payload = JSON.stringify(value)
  const key = createPrivateKey(readFileSync(join(dataDir, 'release-key.pem')))
  return { payload, keyId: readSigned(dataDir).keyId, signature: sign(null, Buffer.from(payload), key).toString('base64') }
}

/** Signs the version in a folder with its files, as the command that releases it does. */
export function signVersion(dataDir: string, folder: string): void {
  const { name, version, entry, globalName, hostApi, integrity, entryVouches, calls, views } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Manifest
  const files = readdirSync(folder).filter((file) => !file.startsWith('release.'))
  const hashes = files.map((file) => [file, `sha384-${createHash('sha384').update(readFileSync(join(folder, file))).digest('base64')}`])
  writeFileSync(join(folder, 'release.signed.json'), JSON.stringify(signedBy(dataDir, { kind: 'release', name, version, entry, globalName, hostApi, integrity, ...(entryVouches ? { entryVouches } : {}), calls, views, files: Object.fromEntries(hashes) as unknown })))
}
