import { fork } from 'node:child_process'
import { join } from 'node:path'

export const clientSecretOf = (clientId) => `secret-of-${clientId}-0123456789`

/** Starts a real OpenID Connect provider in a process of its own, for Jest cannot load it. Its clients are `console` and `other`. */
export function startProvider(settings) {
  const child = fork(join(process.cwd(), 'scripts/jest/oidc-provider.mjs'), [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.on('data', (piece) => (said += piece.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}: ${said}`)))
    child.once('message', ({ issuer }) => {
      resolve({
        issuer,
        swapIdToken: async (idToken) => void (await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify({ idToken }) })),
        stop: () => new Promise((done) => (child.exitCode !== null ? done() : (child.once('exit', () => done()), child.kill()))),
      })
    })
  })
}
