import { createHash, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

// A double of all three messengers over HTTP. It gives out codes and tokens, and checks secrets, tokens, codes (used once, of the same
// redirect address and verifier) by the published rules, with code of its own.

export const IM_SECRET = 'secret-of-the-application'

interface Sent {
  kind: 'wecom' | 'dingtalk' | 'feishu'
  to: string
  text: string
}

export interface ImPeer {
  env: Record<string, string>
  sent: Sent[]
  /** Times that a token of the application was given out. */
  tokens: number
  /** Answers of the next messages instead of the usual one. */
  next: { status?: number; json: object }[]
  /** Lets somebody scan: answers the address to which their browser comes back. `member: false`: somebody of another organisation. */
  scan(address: string, person: { id: string; name: string; member?: boolean }): string
  /** All tokens that were given out end. */
  endTokens(): void
  close(): Promise<void>
}

interface Code {
  id: string
  name: string
  member: boolean
  redirectUri: string
  challenge: string
  used: boolean
}

export async function imPeer(): Promise<ImPeer> {
  const codes = new Map<string, Code>()
  const ofUser = new Map<string, Code>()
  let good = new Set<string>()
  const peer: Omit<ImPeer, 'env' | 'close'> = {
    sent: [],
    tokens: 0,
    next: [],
    scan(address, { id, name, member = true }) {
      const url = new URL(address)
      const redirectUri = url.searchParams.get('redirect_uri') ?? ''
      const code = randomUUID()
      codes.set(code, { id, name, member, redirectUri, challenge: url.searchParams.get('code_challenge') ?? '', used: false })
      const back = new URL(redirectUri)
      back.searchParams.set(url.pathname === '/dingtalk/page' ? 'authCode' : 'code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return back.href
    },
    endTokens: () => void (good = new Set()),
  }
  const newToken = () => {
    const token = randomUUID()
    good.add(token)
    peer.tokens += 1
    return token
  }
  const take = (code: unknown): Code | null => {
    const found = codes.get(String(code))
    if (!found || found.used) return null
    found.used = true
    return found
  }
  type Body = { [K in 'agentid' | 'enable_duplicate_check' | 'touser' | 'appKey' | 'appSecret' | 'clientId' | 'clientSecret' | 'grantType' | 'code' | 'unionid' | 'userid_list' | 'app_id' | 'app_secret' | 'client_id' | 'client_secret' | 'redirect_uri' | 'code_verifier' | 'receive_id' | 'content' | 'uuid']?: unknown }
  const answer = (method: string, { pathname, searchParams: q }: URL, headers: http.IncomingHttpHeaders, body: Body): { status?: number; json: object } => {
    const usual = (sent: Sent, json: object) => {
      const told = peer.next.shift()
      if (!told) peer.sent.push(sent)
      return told ?? { json }
    }
    const wecom = good.has(q.get('access_token') ?? '')
    const ding = good.has(q.get('access_token') ?? '')
    const lark = good.has(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    switch (`${method} ${pathname}`) {
      case 'GET /wecom/cgi-bin/gettoken':
        return q.get('corpid') === 'ww-corp' && q.get('corpsecret') === IM_SECRET ? { json: { errcode: 0, errmsg: 'ok', access_token: newToken(), expires_in: 7200 } } : { json: { errcode: 40001, errmsg: 'invalid credential' } }
      case 'GET /wecom/cgi-bin/auth/getuserinfo': {
        if (!wecom) return { json: { errcode: 40014, errmsg: 'invalid access_token' } }
        const found = take(q.get('code'))
        return { json: found ? { errcode: 0, errmsg: 'ok', ...(found.member ? { userid: found.id } : { openid: `o-${found.id}` }) } : { errcode: 40029, errmsg: 'invalid code' } }
      }
      case 'POST /wecom/cgi-bin/message/send':
        if (!wecom) return { json: { errcode: 42001, errmsg: 'access_token expired' } }
        if (body.agentid !== 1000002 || body.enable_duplicate_check !== 1) return { json: { errcode: 40056, errmsg: 'invalid agentid' } }
        return usual({ kind: 'wecom', to: String(body.touser), text: JSON.stringify(body) }, { errcode: 0, errmsg: 'ok', msgid: 'm1' })
      case 'POST /dingtalk/v1.0/oauth2/accessToken':
        return body.appKey === 'ding-app' && body.appSecret === IM_SECRET ? { json: { accessToken: newToken(), expireIn: 7200 } } : { status: 400, json: { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret' } }
      case 'POST /dingtalk/v1.0/oauth2/userAccessToken': {
        const found = body.clientId === 'ding-app' && body.clientSecret === IM_SECRET && body.grantType === 'authorization_code' ? take(body.code) : null
        if (!found) return { status: 400, json: { code: 'invalidParameter.authCode.notFound', message: '不存在的authCode' } }
        const token = randomUUID()
        ofUser.set(token, found)
        return { json: { accessToken: token, expireIn: 7200 } }
      }
      case 'GET /dingtalk/v1.0/contact/users/me': {
        const found = ofUser.get(String(headers['x-acs-dingtalk-access-token']))
        return found ? { json: { unionId: `union-${found.id}`, nick: found.name } } : { status: 403, json: { code: 'InvalidAuthentication', message: '不合法的access_token' } }
      }
      case 'POST /dingtalk/topapi/user/getbyunionid': {
        if (!ding) return { json: { errcode: 40014, errmsg: '不合法的access_token' } }
        const found = [...ofUser.values()].find(({ id }) => body.unionid === `union-${id}`)
        return { json: found?.member ? { errcode: 0, errmsg: 'ok', result: { contact_type: 0, userid: found.id } } : { errcode: 60121, errmsg: '找不到该用户' } }
      }
      case 'POST /dingtalk/topapi/message/corpconversation/asyncsend_v2':
        if (!ding) return { json: { errcode: 40014, errmsg: '不合法的access_token' } }
        return usual({ kind: 'dingtalk', to: String(body.userid_list), text: JSON.stringify(body) }, { errcode: 0, errmsg: 'ok', task_id: 1 })
      case 'POST /feishu/open-apis/auth/v3/tenant_access_token/internal':
        return body.app_id === 'cli_app' && body.app_secret === IM_SECRET ? { json: { code: 0, msg: 'ok', tenant_access_token: newToken(), expire: 7200 } } : { json: { code: 10014, msg: 'app secret invalid' } }
      case 'POST /feishu/open-apis/authen/v2/oauth/token': {
        const found = body.client_id === 'cli_app' && body.client_secret === IM_SECRET ? take(body.code) : null
        const right = found && found.redirectUri === body.redirect_uri && createHash('sha256').update(String(body.code_verifier)).digest('base64url') === found.challenge
        if (!right) return { status: 400, json: { code: found ? 20049 : 20003, error: 'invalid_grant', error_description: 'The code is invalid' } }
        const token = randomUUID()
        ofUser.set(token, found)
        return { json: { code: 0, access_token: token, expires_in: 7200, token_type: 'Bearer' } }
      }
      case 'GET /feishu/open-apis/authen/v1/user_info': {
        const found = ofUser.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
        return found ? { json: { code: 0, msg: 'success', data: { open_id: `ou-${found.id}`, name: found.name } } } : { status: 401, json: { code: 20005, msg: 'token invalid' } }
      }
      case 'POST /feishu/open-apis/im/v1/messages':
        if (!lark) return { status: 400, json: { code: 99991663, msg: 'Invalid access token for authorization' } }
        return usual({ kind: 'feishu', to: String(body.receive_id), text: `${String(body.content)}${String(body.uuid)}` }, { code: 0, msg: 'success', data: { message_id: 'om_1' } })
    }
    return { status: 404, json: {} }
  }
  const server = http.createServer((req, res) => {
    let text = ''
    req.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    req.on('end', () => {
      const { status = 200, json } = answer(req.method ?? '', new URL(req.url ?? '', 'http://peer'), req.headers, (text ? JSON.parse(text) : {}) as Body)
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(peer, {
    env: {
      WECOM_CORP_ID: 'ww-corp', WECOM_AGENT_ID: '1000002', WECOM_SECRET: IM_SECRET, WECOM_ENDPOINT: `${at}/wecom`, WECOM_SIGN_IN_URL: `${at}/wecom/page`,
      DINGTALK_CLIENT_ID: 'ding-app', DINGTALK_CLIENT_SECRET: IM_SECRET, DINGTALK_AGENT_ID: '77', DINGTALK_ENDPOINT: `${at}/dingtalk`, DINGTALK_OAPI_ENDPOINT: `${at}/dingtalk`, DINGTALK_SIGN_IN_URL: `${at}/dingtalk/page`,
      FEISHU_APP_ID: 'cli_app', FEISHU_APP_SECRET: IM_SECRET, FEISHU_ENDPOINT: `${at}/feishu`, FEISHU_SIGN_IN_URL: `${at}/feishu/page`,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
