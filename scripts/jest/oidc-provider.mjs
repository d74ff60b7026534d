// A real OpenID Connect provider for tests, run as a process of its own: `node oidc-provider.mjs <json>` with
// { port, redirectUris, postLogoutRedirectUris }. Whoever types a name on its own development pages is that person.
// POST /control { idToken } makes the token endpoint answer that ID token instead of its own, until it is told null.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const { port = 0, redirectUris, postLogoutRedirectUris } = JSON.parse(process.argv[2] ?? '{}')
let swapped = null

const server = createServer()
server.listen(port, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  const client = (client_id) => ({ client_id, client_secret: `secret-of-${client_id}-0123456789`, redirect_uris: redirectUris, post_logout_redirect_uris: postLogoutRedirectUris, grant_types: ['authorization_code'], response_types: ['code'] })
  const provider = new Provider(issuer, {
    clients: [client('console'), client('other')],
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id, name: id, email: `${id}@people.example`, email_verified: !id.startsWith('unverified') }) }),
    cookies: { keys: ['only for tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
  })
  provider.use(async (context, next) => {
    await next()
    if (swapped && context.oidc?.route === 'token' && context.body?.id_token) context.body = { ...context.body, id_token: swapped }
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url !== '/control') return void answer(request, response)
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      swapped = JSON.parse(text).idToken
      response.end()
    })
  })
  process.send?.({ issuer })
  if (!process.send) console.log(`ready ${issuer}`)
})
process.on('disconnect', () => process.exit(0))
