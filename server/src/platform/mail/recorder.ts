/** A message with a code that left by no provider. */
interface Recorded {
  to: string
  text: string
}

/**
 * Where codes are told while no provider of mail or text messages is configured. On a console that this machine alone can reach
 * they go to its own terminal, never to the log or the database; anywhere else they are told to nobody.
 */
export class Recorder {
  readonly shown: Recorded[] = []

  constructor(private readonly tell: ((line: string) => void) | null) {}

  /** Whether anybody is told. */
  get tells(): boolean {
    return this.tell !== null
  }

  show(to: string, text: string): void {
    if (!this.tell) return
    this.shown.push({ to, text })
    if (this.shown.length > 100) this.shown.shift()
    this.tell(`[${to}] ${text}`)
  }
}

/** The recorder of a console: with a terminal when it listens on loopback without a proxy in front. */
export const recorderOf = ({ loopback, logLevel }: { loopback: boolean; logLevel: string }): Recorder =>
  new Recorder(loopback ? (line) => void (logLevel !== 'silent' && process.stderr.write(`${line}\n`)) : null)
