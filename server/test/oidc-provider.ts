import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface RunningProvider {
  issuer: string
  /** Makes the token endpoint answer another ID token than its own; null ends it. */
  swapIdToken(idToken: string | null): Promise<void>
  stop(): Promise<void>
}

/** Starts a real OpenID Connect provider in a process of its own, for Jest cannot load it. Its clients are `console` and `other`. */
export function startProvider(settings: { port?: number; redirectUris: string[]; postLogoutRedirectUris: string[] }): Promise<RunningProvider> {
  const child = fork(join(process.cwd(), 'server/test/oidc-provider.mjs'), [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said += piece.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}: ${said}`)))
    child.once('message', (message) => {
      const { issuer } = message as { issuer: string }
      resolve({
        issuer,
        swapIdToken: async (idToken) => void (await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify({ idToken }) })),
        stop: () => new Promise((done) => (child.exitCode !== null ? done() : (child.once('exit', () => done()), child.kill()))),
      })
    })
  })
}

export const clientSecretOf = (clientId: string): string => `secret-of-${clientId}-0123456789`
