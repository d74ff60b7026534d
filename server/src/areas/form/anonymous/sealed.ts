import { randomInt } from 'node:crypto'
import type { Encryption } from '../../../platform/encryption/encryption'

/** Bytes of the smallest waiting answer; larger ones have four, sixteen … times as many. Nearly all answers fit into the first. */
const SMALLEST = 4096

/** An answer as it waits: filled up with blanks, which JSON does not read, so that its length says next to nothing. */
export function sealed(encryption: Encryption, content: string): string {
  const bytes = Buffer.byteLength(content)
  let size = SMALLEST
  while (size < bytes) size *= 4
  return encryption.encrypt(content + ' '.repeat(size - bytes))
}

/** The answer again, without its blanks. */
export const unsealed = (encryption: Encryption, text: string): string => encryption.decrypt(text).trimEnd()

/** The same in an order of chance, by the system's generator: each order as likely as any other (Fisher and Yates). */
export function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1)
    ;[all[i], all[j]] = [all[j] as T, all[i] as T]
  }
  return all
}
