import { existsSync, readFileSync } from 'node:fs'
import type { ImKind } from '@assoc/contract/rbac/im'
import { withoutEnd } from '@assoc/contract/core/characters'
import type { Environment } from '../environment'
import { UserFacingError } from '../errors'
import { dingtalkIm } from './dingtalk'
import { feishuIm } from './feishu'
import type { ImProvider, ImProviders } from './provider'
import { wecomIm } from './wecom'

export interface ImOptions {
  /** The organisation (WeCom) or the application (the others). */
  appId: string
  secret: string
  /** Number of the application that sends; empty where it has none. */
  agentId: string
  /** Addresses without a slash at the end. */
  endpoint: string
  /** Where DingTalk has its older calls. */
  oldEndpoint: string
  /** The page that shows the QR code. */
  signInUrl: string
}

export type ImConfig = Partial<Record<ImKind, ImOptions>>

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads WECOM_…, DINGTALK_… and FEISHU_…; each may be there. Refuses what cannot work or would be unsafe, each with one sentence. */
export function imFromEnv(env: Environment): ImConfig {
  const found: ImConfig = {}
  const one = (kind: ImKind, needed: string, given: { appId: string | undefined; secret: string | undefined; secretFile: string | undefined; agentId: string | undefined; hasAgent: boolean }, addresses: Pick<ImOptions, 'endpoint' | 'oldEndpoint' | 'signInUrl'>) => {
    if (!given.appId && !given.agentId && !given.secret && !given.secretFile) return
    const secret = given.secretFile ? fileOf(given.secretFile, needed) : (given.secret ?? '')
    // A container hands on an empty file where nothing is set up.
    if (!given.appId && !given.agentId && !secret) return
    if (!given.appId || !secret || (given.hasAgent && !/^\d{1,18}$/.test(given.agentId ?? ''))) throw new UserFacingError(`${needed} belong together; one is missing or wrong.`)
    found[kind] = { appId: given.appId, secret, agentId: given.agentId ?? '', ...addresses }
  }
  one('wecom', 'WECOM_CORP_ID, WECOM_SECRET (or WECOM_SECRET_FILE) and WECOM_AGENT_ID (digits)', { appId: env.WECOM_CORP_ID, secret: env.WECOM_SECRET, secretFile: env.WECOM_SECRET_FILE, agentId: env.WECOM_AGENT_ID, hasAgent: true }, {
    endpoint: address(env.WECOM_ENDPOINT || 'https://qyapi.weixin.qq.com', 'WECOM_ENDPOINT'),
    oldEndpoint: '',
    signInUrl: address(env.WECOM_SIGN_IN_URL || 'https://login.work.weixin.qq.com/wwlogin/sso/login', 'WECOM_SIGN_IN_URL'),
  })
  one('dingtalk', 'DINGTALK_CLIENT_ID, DINGTALK_CLIENT_SECRET (or DINGTALK_CLIENT_SECRET_FILE) and DINGTALK_AGENT_ID (digits)', { appId: env.DINGTALK_CLIENT_ID, secret: env.DINGTALK_CLIENT_SECRET, secretFile: env.DINGTALK_CLIENT_SECRET_FILE, agentId: env.DINGTALK_AGENT_ID, hasAgent: true }, {
    endpoint: address(env.DINGTALK_ENDPOINT || 'https://api.dingtalk.com', 'DINGTALK_ENDPOINT'),
    oldEndpoint: address(env.DINGTALK_OAPI_ENDPOINT || 'https://oapi.dingtalk.com', 'DINGTALK_OAPI_ENDPOINT'),
    signInUrl: address(env.DINGTALK_SIGN_IN_URL || 'https://login.dingtalk.com/oauth2/auth', 'DINGTALK_SIGN_IN_URL'),
  })
  one('feishu', 'FEISHU_APP_ID and FEISHU_APP_SECRET (or FEISHU_APP_SECRET_FILE)', { appId: env.FEISHU_APP_ID, secret: env.FEISHU_APP_SECRET, secretFile: env.FEISHU_APP_SECRET_FILE, agentId: undefined, hasAgent: false }, {
    endpoint: address(env.FEISHU_ENDPOINT || 'https://open.feishu.cn', 'FEISHU_ENDPOINT'),
    oldEndpoint: '',
    signInUrl: address(env.FEISHU_SIGN_IN_URL || 'https://accounts.feishu.cn/open-apis/authen/v1/authorize', 'FEISHU_SIGN_IN_URL'),
  })
  return found
}

function address(text: string, name: string): string {
  if (!URL.canParse(text)) throw new UserFacingError(`${name}=${text} is no address.`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) throw new UserFacingError(`${name} must begin with https://; http:// is accepted for this machine alone.`)
  return withoutEnd(text, '/')
}

function fileOf(file: string, needed: string): string {
  if (!existsSync(file)) throw new UserFacingError(`${file}, named beside ${needed}, is no readable file.`)
  return readFileSync(file, 'utf8').trim()
}

/** The messengers that are set up, each behind its adapter. */
export function imProvidersOf({ wecom, dingtalk, feishu }: ImConfig): ImProviders {
  const found: ImProvider[] = [...(wecom ? [wecomIm(wecom)] : []), ...(dingtalk ? [dingtalkIm(dingtalk)] : []), ...(feishu ? [feishuIm(feishu)] : [])]
  return new Map(found.map((provider) => [provider.kind, provider]))
}
