import { createHash } from 'node:crypto'
import { ask, textOf, type Answer } from '../connectors/exchange'
import { AppToken } from './app-token'
import { imError, SignInRefused, type ImMeanings } from './answers'
import type { ImOptions } from './options'
import type { ImMessage, ImProvider } from './provider'

// Feishu (飞书): OAuth 2 with PKCE at accounts.feishu.cn, authen/v2/oauth/token, authen/v1/user_info; messages by im/v1/messages.

interface Told {
  code: number
  msg: string
  error_description: string
  access_token: string
  tenant_access_token: string
  expire: number
  data: { open_id?: unknown; name?: unknown }
}

const MEANINGS: ImMeanings = {
  token: new Set(['99991661', '99991663', '99991664', '99991668']),
  addressee: new Set(['230013', '230029', '230053', '99992351', '99992361']),
  signIn: new Set(['20003', '20004', '20024', '20049', '20065', '20071']),
}
const LABEL = '飞书'

export function feishuIm({ appId, secret, endpoint, signInUrl }: ImOptions, patience?: number): ImProvider {
  const call = async (method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Answer<Told>['json']> => {
    const headers = { 'content-type': 'application/json; charset=utf-8', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const { status, json } = await ask<Told>({ method, url: `${endpoint}${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) }, patience)
    const code = textOf(json.code)
    if (status === 200 && code === '0') return json
    throw imError(LABEL, MEANINGS, status, code, json.msg ?? json.error_description)
  }
  const token = new AppToken(async () => {
    const json = await call('POST', '/open-apis/auth/v3/tenant_access_token/internal', '', { app_id: appId, app_secret: secret })
    return { token: textOf(json.tenant_access_token), seconds: Number(json.expire) || 0 }
  })
  return {
    kind: 'feishu',
    facts: [{ label: '应用', value: appId }],
    signInAddress: ({ redirectUri, state, verifier }) =>
      `${signInUrl}?${new URLSearchParams({ client_id: appId, response_type: 'code', redirect_uri: redirectUri, state, code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' })}`,
    async personOf(returned, { redirectUri, verifier }) {
      const code = returned.get('code')
      if (!code) throw new SignInRefused('飞书没有带回授权码')
      const tokens = await call('POST', '/open-apis/authen/v2/oauth/token', '', { grant_type: 'authorization_code', client_id: appId, client_secret: secret, code, redirect_uri: redirectUri, code_verifier: verifier })
      const { data } = await call('GET', '/open-apis/authen/v1/user_info', textOf(tokens.access_token))
      const { open_id, name } = (data ?? {}) as Told['data']
      const id = textOf(open_id)
      if (!id) throw new SignInRefused('飞书没有说明是谁')
      return { id, address: id, shownName: textOf(name) || id }
    },
    async send({ id, to, title, text, url }: ImMessage) {
      const card = {
        header: { title: { tag: 'plain_text', content: title } },
        elements: [{ tag: 'div', text: { tag: 'plain_text', content: text || title } }, ...(url ? [{ tag: 'action', actions: [{ tag: 'button', text: { tag: 'plain_text', content: '查看' }, type: 'primary', url }] }] : [])],
      }
      // The same uuid is sent once within an hour, so a try without an answer may be repeated.
      await token.with((tenant) => call('POST', '/open-apis/im/v1/messages?receive_id_type=open_id', tenant, { receive_id: to, msg_type: 'interactive', content: JSON.stringify(card), uuid: id }))
    },
  }
}
