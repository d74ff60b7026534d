import { existsSync, readFileSync } from 'node:fs'
import { withoutEnd } from '@assoc/contract/core/characters'
import type { Environment } from './environment'
import { UserFacingError } from './errors'

/** The platform that writes invoices, by the protocol of docs/invoice-platform.md. */
export interface InvoiceOptions {
  /** Address without a slash at the end. */
  url: string
  keyId: string
  keySecret: string
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads INVOICE_…; null where no platform is named. Refuses what cannot work or would be unsafe, each with one sentence. */
export function invoicesFromEnv(env: Environment): InvoiceOptions | null {
  const address = env.INVOICE_URL
  if (!address) return null
  if (!URL.canParse(address)) throw new UserFacingError(`INVOICE_URL=${address} is no address.`)
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) throw new UserFacingError('INVOICE_URL must begin with https://; http:// is accepted for a platform on this machine alone.')
  const file = env.INVOICE_KEY_SECRET_FILE
  if (file && !existsSync(file)) throw new UserFacingError(`INVOICE_KEY_SECRET_FILE=${file} is no readable file.`)
  const keyId = env.INVOICE_KEY_ID
  const keySecret = file ? readFileSync(file, 'utf8').trim() : env.INVOICE_KEY_SECRET
  if (!keyId || !keySecret) throw new UserFacingError('INVOICE_URL needs INVOICE_KEY_ID and INVOICE_KEY_SECRET (or INVOICE_KEY_SECRET_FILE).')
  return { url: withoutEnd(address, '/'), keyId, keySecret }
}
