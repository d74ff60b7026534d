import { createHash, createHmac } from 'node:crypto'
import type { Accepted } from '../mail/mail'
import { DeliveryRefused, DeliveryUnknown } from '../mail/delivery'
import { errorOf, type Meanings } from './errors'
import { ask, PATIENCE_MS, textOf, type Request } from '../connectors/exchange'
import type { SmsOptions } from './options'
import { templates } from './templates'
import type { Balance, SmsProvider, TextMessage } from './sms'

// Tencent Cloud's short message service: API 3.0 of 2021-01-11, signed by TC3-HMAC-SHA256.

const VERSION = '2021-01-11'
const CONTENT_TYPE = 'application/json; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export interface TencentCall {
  endpoint: string
  /** Name of the service within the signature: the first part of its host. */
  service: string
  action: string
  version: string
  region: string
  body: string
  keyId: string
  keySecret: string
  at: Date
}

/** A call with its signature, as the provider's rules for TC3-HMAC-SHA256 have it; content type and host are what they ask to be signed. */
export function tencentRequest({ endpoint, service, action, version, region, body, keyId, keySecret, at }: TencentCall): Request {
  const { host } = new URL(endpoint)
  const canonical = ['POST', '/', '', `content-type:${CONTENT_TYPE}`, `host:${host}`, '', 'content-type;host', sha256(body)].join('\n')
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const date = at.toISOString().slice(0, 10)
  const place = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${keySecret}`, date), service), 'tc3_request')
  const signature = hmac(key, ['TC3-HMAC-SHA256', timestamp, place, sha256(canonical)].join('\n')).toString('hex')
  return {
    method: 'POST',
    url: `${endpoint}/`,
    body,
    headers: {
      'content-type': CONTENT_TYPE,
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-timestamp': timestamp,
      ...(region ? { 'x-tc-region': region } : {}),
      authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${place}, SignedHeaders=content-type;host, Signature=${signature}`,
    },
  }
}

const MEANINGS: Meanings = {
  addressee: /PhoneNumberInBlacklist|IncorrectPhoneNumber|PhoneNumberOnBlacklist|PhoneNumberFormat/,
  refused: /ContainSensitiveWord|TemplateParamSetNotMatchApprovedTemplate|TemplateParameterLengthLimit|TemplateParameterFormatError|ProhibitedUseUrlInTemplateParameter|MessageLengthExceed|ContentLengthLimit/,
  later: /^LimitExceeded\.PhoneNumber/,
  unknown: /^InternalError/,
}

interface Status {
  SerialNo?: unknown
  Code?: unknown
  Message?: unknown
}
interface Package {
  PackageAmount?: unknown
  CurrentUsage?: unknown
}
interface Told {
  Error?: { Code?: unknown; Message?: unknown }
  SendStatusSet?: Status[]
  SmsPackagesStatisticsSet?: Package[]
}

/** Hours of `YYYYMMDDHH` that the statistics of packages are asked for. */
const hourOf = (at: Date) => at.toISOString().replace(/[-T]/g, '').slice(0, 10)
const LONGEST_PACKAGE_MS = 3 * 365 * 86_400_000

export function tencentSms(options: SmsOptions, patience = PATIENCE_MS): SmsProvider {
  const { endpoint, keyId, keySecret, region, appId } = options
  const call = async (action: string, body: object): Promise<{ status: number; told: Told }> => {
    const { status, json } = await ask<{ Response: Told }>(tencentRequest({ endpoint, service: 'sms', action, version: VERSION, region, body: JSON.stringify(body), keyId, keySecret, at: new Date() }), patience)
    const told = (json.Response ?? {}) as Told
    if (told.Error) throw errorOf(MEANINGS, textOf(told.Error.Code), textOf(told.Error.Message))
    return { status, told }
  }
  return {
    label: '腾讯云短信',
    live: true,
    ...templates(options.templates, true),
    async send({ id, to, sign, template }: TextMessage): Promise<Accepted> {
      if (!template) throw new DeliveryRefused('腾讯云只按模板发送，这条短信没有登记模板号', 'noTemplate')
      const { status, told } = await call('SendSms', {
        PhoneNumberSet: [/^1\d{10}$/.test(to) ? `+86${to}` : to],
        SmsSdkAppId: appId,
        SignName: sign ?? options.sign,
        TemplateId: template.code,
        TemplateParamSet: Object.values(template.params),
        SessionContext: id,
      })
      const [first] = told.SendStatusSet ?? []
      const code = textOf(first?.Code)
      if (code === 'Ok') return { ref: textOf(first?.SerialNo) || id }
      if (!code) throw new DeliveryUnknown(`服务商的答复无法识别（HTTP ${status}）`, `HTTP ${status}`)
      throw errorOf(MEANINGS, code, textOf(first?.Message))
    },
    async balance(): Promise<Balance | null> {
      const now = Date.now()
      const { told } = await call('SmsPackagesStatistics', { SmsSdkAppId: appId, Limit: 500, Offset: 0, BeginTime: hourOf(new Date(now - LONGEST_PACKAGE_MS)), EndTime: hourOf(new Date(now)) })
      const left = (told.SmsPackagesStatisticsSet ?? []).map((one) => Math.max(0, Number(one.PackageAmount ?? 0) - Number(one.CurrentUsage ?? 0)))
      return { amount: left.reduce((sum, n) => sum + n, 0), unit: '条' }
    },
  }
}
