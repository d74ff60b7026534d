import { ask, textOf } from '../connectors/exchange'
import { AppToken } from './app-token'
import { imError, SignInRefused, type ImMeanings } from './answers'
import type { ImOptions } from './options'
import type { ImMessage, ImProvider } from './provider'

// DingTalk (钉钉): OAuth 2 at login.dingtalk.com, oauth2/userAccessToken, contact/users/me; the person's number in the organisation by
// topapi/user/getbyunionid; messages by corpconversation/asyncsend_v2.

interface Told {
  // of api.dingtalk.com
  code: string
  message: string
  accessToken: string
  expireIn: number
  unionId: string
  nick: string
  // of oapi.dingtalk.com
  errcode: number
  errmsg: string
  result: { userid?: unknown }
}

const MEANINGS: ImMeanings = {
  token: new Set(['40014', '42001', '88', 'InvalidAuthentication']),
  addressee: new Set(['33012', '60121']),
  signIn: new Set(['invalidParameter.authCode.notFound', 'invalidParameter.authCode.expired', 'Forbidden.InvalidCode']),
}
const LABEL = '钉钉'
/** Nobody of the organisation has this union id. */
const NOBODY = '60121'

export function dingtalkIm({ appId, secret, agentId, endpoint, oldEndpoint, signInUrl }: ImOptions, patience?: number): ImProvider {
  const api = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: object) => {
    const { status, json } = await ask<Told>({ method, url: `${endpoint}${path}`, headers: { 'content-type': 'application/json', ...headers }, ...(body ? { body: JSON.stringify(body) } : {}) }, patience)
    if (status === 200) return json
    throw imError(LABEL, MEANINGS, status, textOf(json.code), json.message)
  }
  const old = async (path: string, access_token: string, body: object) => {
    const url = `${oldEndpoint}${path}?${new URLSearchParams({ access_token })}`
    const { status, json } = await ask<Told>({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, patience)
    const code = textOf(json.errcode)
    if (status === 200 && code === '0') return json
    throw imError(LABEL, MEANINGS, status, code, json.errmsg)
  }
  const token = new AppToken(async () => {
    const json = await api('POST', '/v1.0/oauth2/accessToken', {}, { appKey: appId, appSecret: secret })
    return { token: textOf(json.accessToken), seconds: Number(json.expireIn) || 0 }
  })
  return {
    kind: 'dingtalk',
    facts: [{ label: '应用', value: appId }, { label: 'AgentId', value: agentId }],
    signInAddress: ({ redirectUri, state }) => `${signInUrl}?${new URLSearchParams({ redirect_uri: redirectUri, response_type: 'code', client_id: appId, scope: 'openid', state, prompt: 'consent' })}`,
    async personOf(returned) {
      const code = returned.get('authCode') ?? returned.get('code')
      if (!code) throw new SignInRefused('钉钉没有带回授权码')
      const { accessToken } = await api('POST', '/v1.0/oauth2/userAccessToken', {}, { clientId: appId, clientSecret: secret, code, grantType: 'authorization_code' })
      const me = await api('GET', '/v1.0/contact/users/me', { 'x-acs-dingtalk-access-token': textOf(accessToken) })
      const id = textOf(me.unionId)
      if (!id) throw new SignInRefused('钉钉没有说明是谁')
      try {
        const found = await token.with((access_token) => old('/topapi/user/getbyunionid', access_token, { unionid: id }))
        const address = textOf((found.result as Told['result'] | undefined)?.userid)
        return address ? { id, address, shownName: textOf(me.nick) || address } : null
      } catch (error) {
        if ((error as { code?: unknown }).code === NOBODY) return null
        throw error
      }
    },
    // The same text is not shown to the same person twice on a day, so a try without an answer may be repeated.
    async send({ to, title, text, url }: ImMessage) {
      const markdown = `#### ${title}\n\n${text}`
      const msg = url ? { msgtype: 'action_card', action_card: { title, markdown, single_title: '查看', single_url: url } } : { msgtype: 'markdown', markdown: { title, text: markdown } }
      await token.with((access_token) => old('/topapi/message/corpconversation/asyncsend_v2', access_token, { agent_id: Number(agentId), userid_list: to, msg }))
    },
  }
}
