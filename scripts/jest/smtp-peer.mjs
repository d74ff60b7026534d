import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server on a port of its own. `options` are smtp-server's; `at` is a port to come back on. `taken` are the messages as
 * they came over the wire, in their order.
 */
export async function startSmtpPeer(options = {}, at = 0) {
  const taken = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Nobody answers such a question behind a firewall, and the sender would wait for it.
    disableReverseLookup: true,
    // Senders keep their connections for a while; a peer that ends does not wait for them.
    closeTimeout: 200,
    logger: false,
    onData(stream, _session, callback) {
      let text = ''
      stream.on('data', (piece) => (text += piece.toString()))
      stream.on('end', () => {
        taken.push(text)
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address()
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** An error that the peer answers with: `refusal(550, '5.1.1 no such mailbox')`. */
export const refusal = (responseCode, message) => Object.assign(new Error(message), { responseCode })

/** A header's value as it stands in a message, its folded lines too; undefined when it is not there. */
export const headerOf = (mail, name) => new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(mail)?.[1]

/** A header's value with its encoded words read. */
export const decoded = (words = '') =>
  words.replace(/=\?utf-8\?([bq])\?(.*?)\?=\s*/gi, (_all, how, text) =>
    (/b/i.test(how) ? Buffer.from(text, 'base64') : Buffer.from(text.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/gi, (_m, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1')).toString(),
  )
