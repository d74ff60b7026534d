const NAME = 'assoc-session'

interface Handlers {
  ended: () => void
  signedIn: (userId: string) => void
  rightsChanged: () => void
  current: () => string | undefined
}

type Message = { kind: 'ended' } | { kind: 'signedIn'; userId: string } | { kind: 'rightsChanged' }

/**
 * Tells the tabs of one browser what happened to the session. BroadcastChannel is the fast way; the
 * storage event catches tabs of older browsers and a record that somebody removed by hand.
 */
export class SessionChannel {
  private channel: BroadcastChannel | null = null

  constructor(handlers: Handlers) {
    if (typeof BroadcastChannel !== 'undefined') {
      this.channel = new BroadcastChannel(NAME)
      this.channel.onmessage = (event: MessageEvent<Message>) => {
        if (event.data?.kind === 'ended') handlers.ended()
        else if (event.data?.kind === 'signedIn') handlers.signedIn(event.data.userId)
        else if (event.data?.kind === 'rightsChanged') handlers.rightsChanged()
      }
    }
    window.addEventListener('storage', (event) => {
      if (event.key === 'userInfo' && event.newValue === null && handlers.current()) handlers.ended()
      if (event.key === null && handlers.current()) handlers.ended()
    })
  }

  ended(): void {
    this.channel?.postMessage({ kind: 'ended' } satisfies Message)
  }

  signedIn(userId: string): void {
    this.channel?.postMessage({ kind: 'signedIn', userId } satisfies Message)
  }

  rightsChanged(): void {
    this.channel?.postMessage({ kind: 'rightsChanged' } satisfies Message)
  }
}
