import { once } from 'node:events'
import { Readable } from 'node:stream'

// COPY in both directions over a connection of pg, which itself knows only the messages.

const CHUNK = 64 * 1024

/** What all statements of pg's queue must answer to. */
class Statement {
  constructor(text) {
    this.text = text
    this.done = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }))
    // Whoever reads the stream is told there; the promise may have nobody yet.
    this.done.catch(() => {})
  }
  submit(connection) {
    connection.query(this.text)
  }
  handleRowDescription() {}
  handleDataRow() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
  handleCommandComplete(message) {
    this.rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1] ?? 0)
  }
  handleReadyForQuery() {
    this.resolve(this.rows)
  }
  handleError(error) {
    this.failed = true
    this.reject(error)
  }
}

class CopyOut extends Statement {
  parts = []
  size = 0

  constructor(text) {
    super(text)
    this.stream = new Readable({ read: () => this.connection?.stream.resume() })
  }
  handleCopyData({ chunk }, connection) {
    this.connection = connection
    // The parser uses its buffer again.
    this.parts.push(Buffer.from(chunk))
    this.size += chunk.length
    if (this.size >= CHUNK && !this.flush()) connection.stream.pause()
  }
  flush() {
    const whole = Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    return whole.length === 0 || this.stream.push(whole)
  }
  handleReadyForQuery() {
    if (!this.failed) {
      this.flush()
      this.stream.push(null)
    }
    // The end may have come along with what made us pause.
    this.connection?.stream.resume()
    super.handleReadyForQuery()
  }
  handleError(error) {
    super.handleError(error)
    this.stream.destroy(error)
  }
}

class CopyIn extends Statement {
  constructor(text, source) {
    super(text)
    this.source = source
  }
  handleCopyInResponse(connection) {
    void this.pump(connection)
  }
  async pump(connection) {
    try {
      for await (const chunk of this.source) {
        if (this.failed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), this.done])
      }
      if (!this.failed) connection.endCopyFrom()
    } catch (error) {
      if (this.failed) return
      // The reason stands with us: the server only hears that there is no more.
      this.broken = error
      connection.sendCopyFail('the source broke off')
    }
  }
  handleError(error) {
    super.handleError(this.broken ?? error)
  }
}

/** Sends a table's rows: `stream` of their text, `done` a promise of their number. */
export function copyOut(client, text) {
  const { stream, done } = client.query(new CopyOut(text))
  return { stream, done }
}

/** Takes rows from `source`, any iterable of buffers; answers their number. */
export function copyIn(client, text, source) {
  return client.query(new CopyIn(text, source)).done
}
