import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Registry, ReleaseKeys, SealedRelease, SignedRegistry } from '@assoc/contract/platform/release'
import { UserFacingError } from '../errors'

/** A key that registries and releases are signed with. */
export interface ReleaseKey {
  id: string
  /** Keys whose registries it carries on from, its own among them; any other may have been written by whoever had the disk. */
  accepts: ReleaseKeys
  sign(what: Registry | SealedRelease): SignedRegistry
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')
const idOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex').slice(0, 16)

/** Makes a key, readable for its owner alone, unless one is there. */
export function makeKey(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  const { privateKey } = generateKeyPairSync('ed25519')
  // Written whole under another name: two processes that start at once must not leave half a key.
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  if (existsSync(file)) return
  renameSync(temporary, file)
}

/** Reads a private key (PKCS #8, PEM, Ed25519). Throws one sentence when the file is none. */
export function readKey(file: string): ReleaseKey {
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(file))
  } catch {
    throw new UserFacingError(`${file} is no readable private key: make one with "openssl genpkey -algorithm ed25519 -out ${file}".`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new UserFacingError(`${file} is a key of another kind: releases are signed with Ed25519.`)
  const raw = rawOf(createPublicKey(key))
  const id = idOf(raw)
  return {
    id,
    accepts: { [id]: raw.toString('base64') },
    sign(what) {
      const payload = JSON.stringify(what)
      return { payload, signature: sign(null, Buffer.from(payload), key).toString('base64'), keyId: id }
    },
  }
}

/** Public halves of keys, from private or public PEM files, as browsers get them. */
export function publicKeys(files: readonly string[]): ReleaseKeys {
  return Object.fromEntries(
    files.map((file) => {
      try {
        const raw = rawOf(createPublicKey(readFileSync(file)))
        return [idOf(raw), raw.toString('base64')]
      } catch {
        throw new UserFacingError(`${file} is no readable key (PEM, Ed25519).`)
      }
    }),
  )
}

/** Whether a registry or release bears the signature of one of the keys. */
export function isSigned({ payload, signature, keyId }: SignedRegistry, keys: ReleaseKeys): boolean {
  const raw = keys[keyId]
  if (!raw) return false
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw, 'base64').toString('base64url') } })
  return typeof payload === 'string' && typeof signature === 'string' && verify(null, Buffer.from(payload), key, Buffer.from(signature, 'base64'))
}
