import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry, SignedRegistry } from '@assoc/contract/platform/release'

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
  const { payload, keyId } = readSigned(dataDir)
  const registry = JSON.parse(payload) as Registry
  const next = JSON.stringify({ ...change(registry), serial: registry.serial + 1 })
  const key = createPrivateKey(readFileSync(join(dataDir, 'release-key.pem')))
  putSigned(dataDir, { payload: next, keyId, signature: sign(null, Buffer.from(next), key).toString('base64') })
}
