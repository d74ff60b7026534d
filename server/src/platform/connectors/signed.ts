import { createHash, createHmac } from 'node:crypto'

/** The signature of a request to one of our own protocols: over the seconds, the method, the path and the hash of the body, each in a line of its own. */
export const signatureOf = (secret: string, seconds: string, method: string, path: string, body: string): string =>
  createHmac('sha256', secret).update([seconds, method, path, createHash('sha256').update(body).digest('hex')].join('\n')).digest('hex')

/** The headers by which a request says who asks, when, and that nobody changed it. */
export function signedHeaders({ keyId, keySecret }: { keyId: string; keySecret: string }, method: string, url: string, body: string): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1000))
  return { 'x-key-id': keyId, 'x-timestamp': seconds, 'x-signature': signatureOf(keySecret, seconds, method, new URL(url).pathname, body) }
}
