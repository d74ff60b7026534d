import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from './delivery'

export interface MailAttachment {
  fileName: string
  contentType: string
  bytes: Buffer
}

export interface Mail {
  /** Makes the Message-ID, the same on every try, so that the receiving side can see a repetition. */
  id: string
  to: string
  subject: string
  text: string
  /** The same as `text` for readers that show it; built by us, never taken from outside as it is. */
  html?: string
  attachments?: readonly MailAttachment[]
  /** Address where a POST takes the recipient off the list (RFC 8058): their mail program shows a button for it. */
  unsubscribe?: string
}

/** What a provider answers when it has taken a message: the name under which it tells later what became of it. */
export interface Accepted {
  ref: string
}

export interface MailProvider {
  /** Answers once the other side has taken the message; else throws what delivery.ts names. */
  send(mail: Mail): Promise<Accepted>
  /** Ends the connections that are kept open between mails. */
  close(): void
}

interface SmtpError {
  code?: string
  /** Step of the talk: `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  command?: string
  response?: string
  responseCode?: number
  message: string
}

/** Milliseconds to wait for the connection, for the greeting, and for each answer. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/**
 * Connections are kept for the next mail: signing in anew for each is what a mailing would wait for. The library never repeats
 * a mail by itself, which is checked here; idleTimeout is in ms.
 */
const POOL = { pool: true, maxConnections: 4, maxMessages: 200, maxRequeues: 0, idleTimeout: 5000 }

/** Says what an error of the talk means for the message. `handedOver`: the other side had asked for the text. */
export function deliveryError({ code, command = '', response = '', responseCode, message }: SmtpError, handedOver: boolean): DeliveryFailed {
  // Extended codes (RFC 3463) tell the address (5.1.x, mailbox 5.2.1) from policy and content (5.7.x, 5.6.x).
  const extended = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1]
  const told = responseCode ? [responseCode, extended].filter(Boolean).join(' ') : (code ?? null)
  if (responseCode === undefined) return handedOver ? new DeliveryUnknown(message, told) : new ProviderUnavailable(message, told)
  if (command.startsWith('AUTH') || command.startsWith('MAIL FROM') || code === 'EAUTH') return new ProviderUnavailable(message, told)
  if (responseCode < 500) return new DeliveryFailed(message, told)
  const ofAddress = command === 'RCPT TO' && (extended ? /^5\.(1\.|2\.1$)/.test(extended) : [550, 551, 553].includes(responseCode))
  return new DeliveryRefused(message, told, ofAddress)
}

/** Sends through the SMTP server of SMTP_URL. */
export function smtpProvider(url: string, from: string, patience = PATIENCE): MailProvider {
  // Loaded with the first mail, which only a process that does jobs ever sends.
  let transport: Transporter | undefined
  const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost'
  return {
    async send({ id, to, subject, text, html, attachments = [], unsubscribe }) {
      const { default: nodemailer } = await import('nodemailer')
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      transport ??= nodemailer.createTransport({ url, ...POOL, ...patience } as never)
      const messageId = `outbox-${id}@${domain}`
      const message = await new MailComposer({
        from,
        to,
        subject,
        text,
        messageId: `<${messageId}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(html ? { html } : {}),
        ...(unsubscribe ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } : {}),
        attachments: attachments.map(({ fileName, contentType, bytes }) => ({ filename: fileName, contentType, content: bytes })),
      } as never)
        .compile()
        .build()
      const mailer = transport
      /** One try; throws what it means for the mail. */
      const attempt = async () => {
        let handedOver = false
        // Read only after the other side has asked for the text; what happens before that can be tried again.
        const raw = Readable.from(
          (function* () {
            handedOver = true
            yield message
          })(),
        )
        try {
          await mailer.sendMail({ envelope: { from, to }, raw })
        } catch (error) {
          throw deliveryError(error as SmtpError, handedOver)
        }
      }
      await attempt().catch((error: unknown) => {
        // The other side had ended a kept connection and nothing was handed over: a new one tells how things stand.
        if (error instanceof ProviderUnavailable && error.code === 'ECONNECTION') return attempt()
        throw error
      })
      return { ref: messageId }
    },
    close: () => transport?.close(),
  }
}
