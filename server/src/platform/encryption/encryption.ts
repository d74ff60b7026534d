import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from '../database/database'
import { UserFacingError } from '../errors'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps sensitive personal data such as ID numbers unreadable in the database and in its backups alone (PIPL Art. 51). */
export interface Encryption {
  /** AES-256-GCM with a fresh nonce: the same text gives another value each time. */
  encrypt(text: string): string
  /** The text again; throws for what was changed or sealed with another key. */
  decrypt(encrypted: string): string
  /** The same for the same text and key, so that doubles are found without reading anything. */
  blindIndex(text: string): string
  /** 32 bytes for one purpose, such as the seed of a key that signs: the same for as long as the installation's key is. */
  keyFor(purpose: string): Buffer
}

/** A sealing with a key of 32 bytes. */
export function encryptionOf(key: Buffer): Encryption {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES))
  const [cipherKey, blindIndexKey] = [derived('personal data'), derived('personal data prints')]
  return {
    encrypt(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted.replace(/^1\./, ''), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
    keyFor: (purpose) => derived(`key for ${purpose}`),
    blindIndex: (text) => createHmac('sha256', blindIndexKey).update(text).digest('base64url'),
  }
}

/** Reads the key of a file. Where `own` is true and none is there, it is made, readable for its owner alone. */
export function readDataKey(file: string, own: boolean): Buffer {
  if (own && !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    // Linked into place whole: of two processes that start at once, one's key stands and both read it.
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 })
    try {
      linkSync(temporary, file)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    } finally {
      rmSync(temporary)
    }
  }
  const key = existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64') : null
  if (key?.length !== KEY_BYTES) throw new UserFacingError(`${file} is no data key: put the installation's own there, or make one for a new installation with "openssl rand -base64 32 > ${file}".`)
  return key
}

/** Refuses a key that is not the one the data was sealed with: nobody notices otherwise until a number cannot be read. */
export async function checkDataKey(db: Db, encryption: Encryption, file: string): Promise<void> {
  const mark = encryption.blindIndex('the key of this installation')
  await db.insertInto('installation').values({ key: 'dataKey', value: mark }).onConflict((c) => c.doNothing()).execute()
  const kept = await db.selectFrom('installation').select('value').where('key', '=', 'dataKey').executeTakeFirstOrThrow()
  if (kept.value !== mark) throw new UserFacingError(`${file} is not the key that personal data of this database is sealed with: put the right one there (a backup has it as settings/data.key).`)
}
