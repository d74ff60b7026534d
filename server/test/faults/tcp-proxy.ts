import net from 'node:net'

/** A wire between a client and a server that a test can make bad. */
export interface TcpProxy {
  port: number
  /** The given address, by way of this proxy. */
  through(url: string): string
  /** Milliseconds that each piece is kept back from now on, in both directions. */
  delay(ms: number): void
  /**
   * From now on nothing gets through, and nobody is told: as behind a firewall that has forgotten a connection. Connections that
   * begin now hang as well. `said`: only those that exist and whose client has sent this text.
   */
  blackhole(options?: { said?: string }): void
  /** Ends all connections. */
  cut(): void
  /** Lets new connections through again; those that hung are ended. */
  heal(): void
  close(): Promise<void>
}

interface Wire {
  client: net.Socket
  server: net.Socket | null
  said: string
  dead: boolean
}

/** Characters of what a client has sent that are remembered. */
const REMEMBERED = 4_000

export async function startProxy(to: { host: string; port: number }): Promise<TcpProxy> {
  const wires = new Set<Wire>()
  let [lag, dark] = [0, false]
  const proxy = net.createServer((client) => {
    const wire: Wire = { client, server: null, said: '', dead: dark }
    wires.add(wire)
    const end = () => {
      wires.delete(wire)
      client.destroy()
      wire.server?.destroy()
    }
    client.on('error', end)
    // On a dead wire the other side does not hear of the end either.
    client.on('close', () => (wire.dead ? wires.delete(wire) : end()))
    if (dark) return
    const server = (wire.server = net.connect(to))
    server.on('error', end)
    server.on('close', () => !wire.dead && end())
    const pass = (from: net.Socket, into: net.Socket) =>
      from.on('data', (bytes) => {
        if (from === client) wire.said = (wire.said + bytes.toString('latin1')).slice(-REMEMBERED)
        const send = () => !wire.dead && !into.destroyed && into.write(bytes)
        if (lag > 0) setTimeout(send, lag)
        else send()
      })
    pass(client, server)
    pass(server, client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as net.AddressInfo
  const cut = () => {
    for (const { client, server } of wires) {
      client.destroy()
      server?.destroy()
    }
    wires.clear()
  }
  return {
    port,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    delay: (ms) => void (lag = ms),
    blackhole({ said } = {}) {
      dark = said === undefined
      for (const wire of wires) if (said === undefined || wire.said.includes(said)) wire.dead = true
    },
    cut,
    heal() {
      dark = false
      for (const wire of wires) {
        if (!wire.dead) continue
        wire.client.destroy()
        wire.server?.destroy()
        wires.delete(wire)
      }
    },
    async close() {
      cut()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
    },
  }
}
