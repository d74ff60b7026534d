import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Accepted } from '../mail/mail'
import { DeliveryRefused, DeliveryUnknown } from '../mail/delivery'
import { errorOf, type Meanings } from './errors'
import { ask, PATIENCE_MS, textOf, type Request } from '../connectors/exchange'
import type { SmsOptions } from './options'
import { templates } from './templates'
import type { Balance, SmsProvider, TextMessage } from './sms'

// Alibaba Cloud's short message service: SendSms of 2017-05-25, signed by version 3 of its rules (ACS3-HMAC-SHA256).

const VERSION = '2017-05-25'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Percent encoding of RFC 3986, which leaves letters, digits and -_.~ alone. */
const encoded = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export interface AliyunCall {
  endpoint: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  keyId: string
  keySecret: string
  /** When it is asked, and what makes this asking another one than the last. */
  at: Date
  nonce: string
}

/** A call with its signature, as the provider's rules for version 3 have it. */
export function aliyunRequest({ endpoint, action, version, query, keyId, keySecret, at, nonce }: AliyunCall): Request {
  const { host } = new URL(endpoint)
  const asked = Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`)
    .join('&')
  const payload = sha256('')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': payload,
    'x-acs-date': at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const canonical = ['POST', '/', asked, ...names.map((name) => `${name}:${headers[name]}`), '', names.join(';'), payload].join('\n')
  const signature = createHmac('sha256', keySecret).update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`).digest('hex')
  const { host: _host, ...sent } = headers
  return { method: 'POST', url: `${endpoint}/?${asked}`, headers: { ...sent, accept: 'application/json', authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}` } }
}

interface Told {
  Code: string
  Message: string
  BizId: string
  Data: { AvailableAmount?: unknown }
}

const MEANINGS: Meanings = {
  addressee: /^isv\.(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|BLACK_KEY_CONTROL_LIMIT|ILLEGAL_NUMBER)$|^FILTER$/,
  refused: /^isv\.(PARAM_LENGTH_LIMIT|PARAM_NOT_SUPPORT_URL|INVALID_PARAMETERS|INVALID_JSON_PARAM|TEMPLATE_MISSING_PARAMETERS|TEMPLATE_PARAMS_ILLEGAL|SMS_CONTENT_ILLEGAL)$/,
  later: /^isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|MONTH_LIMIT_CONTROL)$/,
  unknown: /^isp\.|^InternalError/,
}

/** Names of places that are mere numbers get a letter before them: the provider's names begin with one. */
const named = (params: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(params).map(([name, value]) => [/^\d+$/.test(name) ? `p${name}` : name, value]))

export function aliyunSms(options: SmsOptions, patience = PATIENCE_MS): SmsProvider {
  const { endpoint, billing, keyId, keySecret } = options
  const call = (at: string, action: string, version: string, query: Record<string, string>) =>
    ask<Told>(aliyunRequest({ endpoint: at, action, version, query, keyId, keySecret, at: new Date(), nonce: randomUUID() }), patience)
  return {
    label: '阿里云短信',
    live: true,
    ...templates(options.templates, true),
    async send({ id, to, sign, template }: TextMessage): Promise<Accepted> {
      if (!template) throw new DeliveryRefused('阿里云只按模板发送，这条短信没有登记模板号', 'noTemplate')
      const { status, json } = await call(endpoint, 'SendSms', VERSION, {
        PhoneNumbers: to,
        SignName: sign ?? options.sign,
        TemplateCode: template.code,
        OutId: id,
        ...(Object.keys(template.params).length > 0 ? { TemplateParam: JSON.stringify(named(template.params)) } : {}),
      })
      const code = textOf(json.Code)
      if (code === 'OK') return { ref: textOf(json.BizId) || id }
      if (!code) throw new DeliveryUnknown(`服务商的答复无法识别（HTTP ${status}）`, `HTTP ${status}`)
      throw errorOf(MEANINGS, code, textOf(json.Message))
    },
    async balance(): Promise<Balance | null> {
      if (!billing) return null
      const { json } = await call(billing, 'QueryAccountBalance', '2017-12-14', {})
      const data = json.Data as { AvailableAmount?: unknown } | undefined
      const amount = Number(textOf(data?.AvailableAmount).replaceAll(',', '') || 'none')
      if (Number.isFinite(amount)) return { amount, unit: '元' }
      throw errorOf(MEANINGS, textOf(json.Code) || 'noBalance', textOf(json.Message) || '没有查到余额')
    },
  }
}
