import { ProviderUnavailable } from '../mail/delivery'

/** Seconds by which a token is taken for older than it says. */
const EARLY_SECONDS = 300

/** The messenger no longer takes the token: it is fetched anew and the request is made once more. */
export class TokenEnded extends ProviderUnavailable {}

/** Keeps the token that an application calls its messenger with; all messengers limit how often one may be fetched. */
export class AppToken {
  private known: { token: string; until: number } | null = null
  private fetching: Promise<string> | null = null
  private readonly fetch: () => Promise<{ token: string; seconds: number }>

  constructor(fetch: () => Promise<{ token: string; seconds: number }>) {
    this.fetch = fetch
  }

  /** Carries a request out with the token; where it has ended early, once more with a new one. */
  async with<T>(request: (token: string) => Promise<T>): Promise<T> {
    const token = await this.take()
    try {
      return await request(token)
    } catch (error) {
      if (!(error instanceof TokenEnded)) throw error
      if (this.known?.token === token) this.known = null
      return request(await this.take())
    }
  }

  private take(): Promise<string> {
    if (this.known && performance.now() < this.known.until) return Promise.resolve(this.known.token)
    this.fetching ??= this.fetch()
      .then(({ token, seconds }) => {
        this.known = { token, until: performance.now() + Math.max(0, seconds - EARLY_SECONDS) * 1000 }
        return token
      })
      .finally(() => (this.fetching = null))
    return this.fetching
  }
}
