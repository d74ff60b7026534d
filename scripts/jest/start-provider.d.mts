export interface RunningProvider {
  issuer: string
  /** Makes the token endpoint answer another ID token than its own; null ends it. */
  swapIdToken(idToken: string | null): Promise<void>
  stop(): Promise<void>
}
export function startProvider(settings: { port?: number; redirectUris: string[]; postLogoutRedirectUris: string[] }): Promise<RunningProvider>
export function clientSecretOf(clientId: string): string
