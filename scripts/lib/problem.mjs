/** An error whose message is one sentence for the person at the console: what is wrong and what to do. */
export class Problem extends Error {
  constructor(message, options) {
    super(message, options)
    this.userMessage = message
  }
}

const NO_SPACE = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/

export function isDiskFull(textOrError) {
  if (textOrError?.code === 'ENOSPC' || textOrError?.code === 'EDQUOT') return true
  return NO_SPACE.test(String(textOrError?.message ?? textOrError))
}

export function diskFull(folder) {
  return new Problem(`The disk that holds ${folder} is full: free some space there and start again.`)
}

/** Prints the one sentence of an expected problem, or the whole stack of an unexpected one. */
export function explain(error) {
  if (error?.userMessage) return error.userMessage
  if (isDiskFull(error)) return `The disk is full (${error.path ?? error.message}): free some space and start again.`
  return error?.stack ?? String(error)
}
