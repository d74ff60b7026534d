import { existsSync, readFileSync } from 'node:fs'
import { withoutEnd } from '@assoc/contract/core/characters'
import type { Environment } from '../environment'
import { UserFacingError } from '../errors'
import { aliyunSms } from './aliyun'
import { gatewaySms } from './gateway'
import { RecordingSms, TEXT_USES, type SmsProvider, type TextUse } from './sms'
import { tencentSms } from './tencent'

export interface SmsOptions {
  provider: 'aliyun' | 'tencent' | 'gateway'
  /** Address without a slash at the end. */
  endpoint: string
  /** Where the balance of the account is asked for, where that is elsewhere; empty for nowhere. */
  billing: string
  keyId: string
  keySecret: string
  /** Signature of the console's own texts, without its brackets. */
  sign: string
  /** The application's number at the provider. */
  appId: string
  region: string
  templates: ReadonlyMap<TextUse, string>
}

const ENDPOINTS: Record<SmsOptions['provider'], string> = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com', gateway: '' }
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads SMS_…; null where no provider is named. Refuses what cannot work or would be unsafe, each with one sentence. */
export function smsFromEnv(env: Environment): SmsOptions | null {
  const provider = env.SMS_PROVIDER
  if (!provider) return null
  if (provider !== 'aliyun' && provider !== 'tencent' && provider !== 'gateway') throw new UserFacingError(`SMS_PROVIDER=${provider} is not known: use aliyun, tencent or gateway.`)
  const keyId = env.SMS_KEY_ID
  const keySecret = secretOf(env)
  if (!keyId || !keySecret) throw new UserFacingError('SMS_PROVIDER needs SMS_KEY_ID and SMS_KEY_SECRET (or SMS_KEY_SECRET_FILE).')
  const templates = templatesOf(env.SMS_TEMPLATES ?? '')
  if (provider !== 'gateway') {
    if (!env.SMS_SIGN) throw new UserFacingError(`SMS_PROVIDER=${provider} needs SMS_SIGN: the signature that is registered there, without its brackets.`)
    if (!templates.has('code')) throw new UserFacingError(`SMS_PROVIDER=${provider} sends by template alone: name at least the one for codes, SMS_TEMPLATES=code=….`)
  }
  if (provider === 'tencent' && !env.SMS_APP_ID) throw new UserFacingError('SMS_PROVIDER=tencent needs SMS_APP_ID.')
  return {
    provider,
    endpoint: address(env.SMS_ENDPOINT || ENDPOINTS[provider], 'SMS_ENDPOINT'),
    billing: provider === 'aliyun' ? address(env.SMS_BILLING_ENDPOINT || 'https://business.aliyuncs.com', 'SMS_BILLING_ENDPOINT') : '',
    keyId,
    keySecret,
    sign: (env.SMS_SIGN ?? '').replace(/[【】]/g, ''),
    appId: env.SMS_APP_ID ?? '',
    region: env.SMS_REGION || (provider === 'tencent' ? 'ap-guangzhou' : ''),
    templates,
  }
}

function address(text: string, name: string): string {
  if (!URL.canParse(text)) throw new UserFacingError(`${name}=${text} is no address.`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) throw new UserFacingError(`${name} must begin with https://; http:// is accepted for a provider on this machine alone.`)
  return withoutEnd(text, '/')
}

const isUse = (name: string): name is TextUse => Object.hasOwn(TEXT_USES, name)

/** `code=SMS_1,reset=SMS_2` */
function templatesOf(text: string): ReadonlyMap<TextUse, string> {
  const found = new Map<TextUse, string>()
  for (const pair of text.split(',').map((piece) => piece.trim()).filter(Boolean)) {
    const [use = '', number = ''] = pair.split('=').map((piece) => piece.trim())
    if (!isUse(use) || !number) throw new UserFacingError(`SMS_TEMPLATES has ${pair}: write pairs such as code=SMS_1, of ${Object.keys(TEXT_USES).join(', ')}.`)
    found.set(use, number)
  }
  return found
}

function secretOf(env: Environment): string {
  const file = env.SMS_KEY_SECRET_FILE
  if (!file) return env.SMS_KEY_SECRET ?? ''
  if (!existsSync(file)) throw new UserFacingError(`SMS_KEY_SECRET_FILE=${file} is no readable file.`)
  return readFileSync(file, 'utf8').trim()
}

const MAKERS = { aliyun: aliyunSms, tencent: tencentSms, gateway: gatewaySms }

/** The provider that is configured, or what stands in for one. */
export const smsProviderOf = (options: SmsOptions | null): SmsProvider => (options ? MAKERS[options.provider](options) : new RecordingSms())
