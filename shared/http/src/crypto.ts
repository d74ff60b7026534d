import AES from 'crypto-js/aes'
import encLatin1 from 'crypto-js/enc-latin1'
import encUtf8 from 'crypto-js/enc-utf8'
import md5Of from 'crypto-js/md5'
import ECB from 'crypto-js/mode-ecb'
import Pkcs7 from 'crypto-js/pad-pkcs7'

/**
 * Decrypts a value that a neighbouring system has hidden with AES and a fixed key (specification,
 * section 9). The key stands in the configuration that every browser reads: it is no secret, and
 * nothing may rest on it. Answers empty text when the value does not fit the key.
 */
export function aesDecrypt(value: string, key: string): string {
  try {
    return AES.decrypt(value, encUtf8.parse(key), { mode: ECB, padding: Pkcs7 }).toString(encUtf8)
  } catch {
    return ''
  }
}

/** MD5 in hexadecimal, for checksums that neighbouring systems ask for. Never for passwords or signatures. */
export const md5 = (value: string): string => md5Of(value).toString()

/** The same of bytes, one piece after the other. */
export const md5OfBytes = (...pieces: readonly Uint8Array[]): string => md5Of(encLatin1.parse(pieces.flatMap((piece) => Array.from(piece, (byte) => String.fromCharCode(byte))).join(''))).toString()
