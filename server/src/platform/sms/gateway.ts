import type { Accepted } from '../mail/mail'
import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from '../mail/delivery'
import { signedHeaders } from '../connectors/signed'
import { ask, PATIENCE_MS, textOf, type Answer } from '../connectors/exchange'
import type { SmsOptions } from './options'
import { templates } from './templates'
import type { Balance, SmsProvider, TextMessage } from './sms'

// A gateway of text messages that speaks the protocol of docs/sms-gateway.md: JSON over HTTP, signed by HMAC-SHA256.

interface Told {
  ref: string
  code: string
  message: string
  /** The refusal is of this number alone. */
  addressee: boolean
  remaining: number
}

function errorOf({ status, json }: Answer<Told>): DeliveryFailed {
  const code = textOf(json.code) || `HTTP ${status}`
  const told = `${textOf(json.message) || '网关没有接受'}（${code}）`
  if (status === 422) return new DeliveryRefused(told, code, json.addressee === true)
  if (status === 400) return new DeliveryRefused(told, code)
  // A number that has had its share for now is told from a gateway that is busy for all.
  if (status === 429 && json.addressee === true) return new DeliveryFailed(told, code)
  if (status >= 500 && status !== 503) return new DeliveryUnknown(told, code)
  return new ProviderUnavailable(told, code)
}

export function gatewaySms(options: SmsOptions, patience = PATIENCE_MS): SmsProvider {
  const { endpoint } = options
  const call = (method: 'GET' | 'POST', path: string, body = '', more: Record<string, string> = {}) => {
    const url = `${endpoint}${path}`
    return ask<Told>({ method, url, headers: { 'content-type': 'application/json', ...signedHeaders(options, method, url, body), ...more }, ...(body ? { body } : {}) }, patience)
  }
  return {
    label: '短信网关',
    live: true,
    ...templates(options.templates, false),
    async send({ id, to, text, sign, template }: TextMessage): Promise<Accepted> {
      const signature = sign ?? options.sign
      const whole = signature && !text.startsWith('【') ? `【${signature}】${text}` : text
      const answer = await call('POST', '/messages', JSON.stringify({ id, to, text: whole, sign: signature || null, template: template ?? null }), { 'idempotency-key': id })
      if (answer.status === 200 || answer.status === 202) return { ref: textOf(answer.json.ref) || id }
      throw errorOf(answer)
    },
    async balance(): Promise<Balance | null> {
      const answer = await call('GET', '/balance')
      // Whoever keeps no account of it does not say.
      if (answer.status === 404) return null
      const amount = Number(textOf(answer.json.remaining) || 'none')
      if (answer.status === 200 && Number.isFinite(amount)) return { amount, unit: '条' }
      throw errorOf(answer)
    },
  }
}
