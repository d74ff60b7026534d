import { ask, textOf, type Answer } from '../connectors/exchange'
import { AppToken } from './app-token'
import { imError, SignInRefused, type ImMeanings } from './answers'
import type { ImOptions } from './options'
import type { ImMessage, ImProvider } from './provider'

// WeCom (企业微信): sign-in by QR of an application (wwlogin/sso), gettoken, auth/getuserinfo, message/send.

interface Told {
  errcode: number
  errmsg: string
  access_token: string
  expires_in: number
  userid: string
  invaliduser: string
}

const MEANINGS: ImMeanings = {
  token: new Set(['40014', '41001', '42001']),
  addressee: new Set(['60111', '81013', '40003', '40031']),
  signIn: new Set(['40029', '41008']),
}
const LABEL = '企业微信'
/** Seconds within which the same message is not shown twice, so that a try without an answer may be repeated. */
const DUPLICATE_SECONDS = 14_400

export function wecomIm({ appId, secret, agentId, endpoint, signInUrl }: ImOptions, patience?: number): ImProvider {
  const call = async (method: 'GET' | 'POST', path: string, query: Record<string, string>, body?: object): Promise<Answer<Told>['json']> => {
    const url = `${endpoint}${path}?${new URLSearchParams(query)}`
    const { status, json } = await ask<Told>({ method, url, headers: { 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) }, patience)
    const code = textOf(json.errcode)
    if (status === 200 && code === '0') return json
    throw imError(LABEL, MEANINGS, status, code, json.errmsg)
  }
  const token = new AppToken(async () => {
    const json = await call('GET', '/cgi-bin/gettoken', { corpid: appId, corpsecret: secret })
    return { token: textOf(json.access_token), seconds: Number(json.expires_in) || 0 }
  })
  return {
    kind: 'wecom',
    facts: [{ label: '企业', value: appId }, { label: '应用', value: agentId }],
    signInAddress: ({ redirectUri, state }) => `${signInUrl}?${new URLSearchParams({ login_type: 'CorpApp', appid: appId, agentid: agentId, redirect_uri: redirectUri, state })}`,
    async personOf(returned) {
      const code = returned.get('code')
      if (!code) throw new SignInRefused('企业微信没有带回授权码')
      const json = await token.with((access_token) => call('GET', '/cgi-bin/auth/getuserinfo', { access_token, code }))
      const id = textOf(json.userid)
      // Who is not of the organisation has an openid alone.
      return id ? { id, address: id, shownName: id } : null
    },
    async send({ to, title, text, url }: ImMessage) {
      const content = url ? { msgtype: 'textcard', textcard: { title, description: text || title, url, btntxt: '查看' } } : { msgtype: 'text', text: { content: `${title}\n${text}` } }
      const agentid = Number(agentId)
      const json = await token.with((access_token) => call('POST', '/cgi-bin/message/send', { access_token }, { touser: to, agentid, ...content, enable_duplicate_check: 1, duplicate_check_interval: DUPLICATE_SECONDS }))
      // It is taken all the same where the one whom it is for cannot have it.
      if (textOf(json.invaliduser)) throw imError(LABEL, MEANINGS, 200, '81013', '此人不在应用的可见范围内')
    },
  }
}
