import { existsSync, readFileSync } from 'node:fs'
import type { Environment } from './environment'
import { UserFacingError } from './errors'

/** Fields of an account that a claim of the provider can name. */
export type SignOnField = 'loginName' | 'email' | 'mobile' | 'employeeNo'

export interface SignOnOptions {
  issuer: URL
  clientId: string
  clientSecret: string
  /** The claim that says who it is, and the field of the account that it is compared with. */
  claim: string
  field: SignOnField
  scope: string
  /** What the button of the login page says. */
  label: string
}

const FIELDS: readonly string[] = ['loginName', 'email', 'mobile', 'employeeNo'] satisfies SignOnField[]
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads what OIDC_… say; null where no provider is named. Refuses what cannot work or would be unsafe, each with one sentence. */
export function signOnFromEnv(env: Environment): SignOnOptions | null {
  const address = env.OIDC_ISSUER
  if (!address) return null
  if (!URL.canParse(address)) throw new UserFacingError(`OIDC_ISSUER=${address} is no address.`)
  const issuer = new URL(address)
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && LOOPBACK.has(issuer.hostname))) {
    throw new UserFacingError('OIDC_ISSUER must begin with https://; http:// is accepted for a provider on this machine alone.')
  }
  const clientId = env.OIDC_CLIENT_ID
  const clientSecret = secretOf(env)
  if (!clientId || !clientSecret) throw new UserFacingError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET (or OIDC_CLIENT_SECRET_FILE).')
  const field = env.OIDC_FIELD || 'loginName'
  if (!FIELDS.includes(field)) throw new UserFacingError(`OIDC_FIELD=${field} is not known: use ${FIELDS.join(', ')}.`)
  return {
    issuer,
    clientId,
    clientSecret,
    claim: env.OIDC_CLAIM || 'preferred_username',
    field: field as SignOnField,
    scope: env.OIDC_SCOPE || 'openid profile email',
    label: env.OIDC_LABEL || '统一身份认证登录',
  }
}

function secretOf(env: Environment): string {
  const file = env.OIDC_CLIENT_SECRET_FILE
  if (!file) return env.OIDC_CLIENT_SECRET ?? ''
  if (!existsSync(file)) throw new UserFacingError(`OIDC_CLIENT_SECRET_FILE=${file} is no readable file.`)
  return readFileSync(file, 'utf8').trim()
}
