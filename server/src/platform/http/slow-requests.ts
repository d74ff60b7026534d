import type { FastifyInstance } from 'fastify'

/** Milliseconds that the headers and the body of a call may take, and for which an upload may send nothing. */
export const SLOW_MS = 30_000

/**
 * Ends the socket of a request whose body does not come: of JSON within `ms` as a whole, of an upload when no byte has come for `ms`.
 * Such a sender costs a socket and memory for as long as it likes. To be called before hooks that may answer a request.
 */
export function endSlowBodies(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const upload = /^(?:multipart\/|application\/offset\+octet-stream)/.test(headers['content-type'] ?? '')
      let [bytes, since] = [raw.socket.bytesRead, performance.now()]
      const look = setInterval(() => {
        if (raw.complete) return clearInterval(look)
        if (upload && raw.socket.bytesRead !== bytes) [bytes, since] = [raw.socket.bytesRead, performance.now()]
        if (performance.now() - since >= ms) raw.destroy()
      }, ms / 10).unref()
      raw.once('close', () => clearInterval(look))
    }
    done()
  })
}
