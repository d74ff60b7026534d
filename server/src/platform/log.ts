import pino, { type Logger } from 'pino'
import type { ServerConfig } from './config'

/** Bytes of lines that are written at once while the server is busy. */
const CHUNK_BYTES = 4096
/** Milliseconds that a line waits at most. */
const WAIT_MS = 250
const ERROR_LEVEL = 50

/**
 * The log, one JSON object a line, to standard output or the configured file. Lines of a busy server are written some
 * dozen at a time, for writing each costs more than what it tells of; what complains is written at once. Lines of the
 * last quarter of a second are lost only with a process that is killed.
 */
export function openLog({ logLevel, logFile }: Pick<ServerConfig, 'logLevel' | 'logFile'>): { log: Logger; close: () => void } {
  const destination = pino.destination({ ...(logFile ? { dest: logFile, mkdir: true } : { dest: 1 }), sync: false, minLength: CHUNK_BYTES })
  const log = pino(
    {
      level: logLevel,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, args)
          if (level >= ERROR_LEVEL) destination.flush()
        },
      },
    },
    destination,
  )
  const timer = setInterval(() => destination.flush(), WAIT_MS).unref()
  return {
    log,
    close() {
      clearInterval(timer)
      destination.flush()
    },
  }
}
