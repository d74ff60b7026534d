import type { Logger } from 'pino'

/** What went wrong where nobody waited for it belongs to one call or job: it is logged, and ends neither the others nor the process. */
export function outliveUnwaited(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for this'))
}
