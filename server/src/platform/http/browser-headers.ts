import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/**
 * What every answer says to a browser, whatever it is: not to guess its kind, and, of a page, to share its window with no page of
 * another origin (ASVS 3.4.4, 3.4.8).
 */
const HEADERS = { 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' } as const

export const browserHeaders = (reply: FastifyReply): FastifyReply => reply.headers(HEADERS)

const LINES = Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const STATUS: Record<string, string> = { ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout', HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large' }

/** Answers what is no request that Node can read, or did not come in time, and ends its socket. */
export function answerBadRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${LINES}connection: close\r\ncontent-length: 0\r\n\r\n`)
  socket.destroy(error)
}
