import { defineConnector } from '../../../platform/connectors/connector'
import { newVerifier, providerOf } from './provider'
import { newToken } from '../../../platform/auth/tokens'

const FIELDS = { loginName: '登录账号', email: '邮箱', mobile: '手机号码', employeeNo: '工号' }

defineConnector({
  kind: 'signOn',
  describe({ config: { signOn } }) {
    if (!signOn) return { state: 'off', provider: '—', facts: [], hint: '登录只用本系统的账号。设置 OIDC_ISSUER 等参数后，登录页多一个按钮。' }
    const facts = [
      { label: '客户端', value: signOn.clientId },
      { label: '对应关系', value: `${signOn.claim} → ${FIELDS[signOn.field]}` },
      { label: '范围', value: signOn.scope },
      { label: '登录页按钮', value: signOn.label },
    ]
    return { state: 'on', provider: signOn.issuer.host, facts, hint: null }
  },
  trialOf: ({ config: { signOn } }) => (signOn ? { says: '读取认证服务的说明，不登录' } : null),
  async test({ config: { signOn } }) {
    if (!signOn) throw new Error('没有接入统一身份认证')
    await providerOf(signOn).signInAddress({ redirectUri: new URL('/sso/oidc/return', signOn.issuer).href, state: newToken(), nonce: newToken(), verifier: newVerifier() })
    return '认证服务有应答，说明文件可用'
  },
})
