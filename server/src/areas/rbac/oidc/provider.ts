import type { Configuration } from 'openid-client'
import { newToken } from '../../../platform/auth/tokens'
import type { SignOnOptions } from '../../../platform/sign-on'

// Loaded with the first sign-in by a provider: most installations have none.
const library = () => import('openid-client')

const TIMEOUT_SECONDS = 5
/** After this the provider's description is read again. */
const KEEP_MS = 3_600_000

export interface Way {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

/**
 * The provider as its discovery document describes it. Read with the first sign-in and again an hour later; one that could not
 * be read is asked anew the next time, so that a provider which is away stops neither the console nor the other ways in.
 */
export class Provider {
  private known: { at: number; configuration: Configuration } | null = null
  private readonly options: SignOnOptions

  constructor(options: SignOnOptions) {
    this.options = options
  }

  private async configuration(): Promise<Configuration> {
    if (this.known && Date.now() - this.known.at < KEEP_MS) return this.known.configuration
    const client = await library()
    const { issuer, clientId, clientSecret } = this.options
    // Only a provider on this machine may be without TLS; see signOnFromEnv.
    const insecure = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const found = await client.discovery(issuer, clientId, clientSecret, undefined, { execute: insecure, timeout: TIMEOUT_SECONDS })
    const metadata = found.serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported
    // RFC 8414: without a list the method is basic.
    const auth = !methods || methods.includes('client_secret_basic') ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
    const configuration = new client.Configuration(metadata, clientId, clientSecret, auth)
    configuration.timeout = TIMEOUT_SECONDS
    for (const allow of insecure) allow(configuration)
    // The ID token's signature is checked by the provider's keys, besides issuer, audience, nonce and time.
    client.enableNonRepudiationChecks(configuration)
    this.known = { at: Date.now(), configuration }
    return configuration
  }

  /** Where the browser is sent to sign in: authorization code with PKCE. */
  async signInAddress({ redirectUri, state, nonce, verifier }: Way): Promise<string> {
    const client = await library()
    const address = client.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: redirectUri,
      scope: this.options.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /** Exchanges the code of a return; throws when anything about it is wrong. Answers the claims and the ID token. */
  async claimsOf(returned: URL, { state, nonce, verifier }: Omit<Way, 'redirectUri'>) {
    const client = await library()
    const configuration = await this.configuration()
    const tokens = await client.authorizationCodeGrant(configuration, returned, { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider sent no ID token')
    const inToken: Record<string, unknown> = claims
    // Many providers tell names and addresses at their user-info endpoint alone.
    const more = inToken[this.options.claim] === undefined && configuration.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    return { claims: { ...more, ...inToken }, idToken: tokens.id_token ?? null }
  }

  /** Where the browser is sent to sign out at the provider too; null when it has no such place or is away. */
  async signOutAddress(idToken: string, backTo: string): Promise<string | null> {
    try {
      const configuration = await this.configuration()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const client = await library()
      return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: backTo }).href
    } catch {
      return null
    }
  }
}

const providers = new WeakMap<SignOnOptions, Provider>()

/** The provider of an installation. */
export function providerOf(options: SignOnOptions): Provider {
  const known = providers.get(options) ?? new Provider(options)
  providers.set(options, known)
  return known
}

/** A code verifier of PKCE (RFC 7636, 4.1): 43 characters of chance. */
export const newVerifier = (): string => newToken()
