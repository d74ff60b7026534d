import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import { DeliveryRefused, DeliveryUnknown } from './delivery'

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
  /** Address where a POST takes the recipient off the list (RFC 8058): her mail program shows a button for it. */
  unsubscribe?: string
}

export interface MailProvider {
  /** Answers once the other side has taken the message. Throws DeliveryRefused or DeliveryUnknown where a new try would be wrong. */
  send(mail: Mail): Promise<void>
}

interface SmtpError {
  responseCode?: number
  message: string
}

/** Sends through the SMTP server of SMTP_URL. */
export function smtpProvider(url: string, from: string): MailProvider {
  // Loaded with the first mail, which only a process that does jobs ever sends.
  let transport: Transporter | undefined
  const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost'
  return {
    async send({ id, to, subject, text, html, attachments = [], unsubscribe }) {
      const { default: nodemailer } = await import('nodemailer')
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      transport ??= nodemailer.createTransport(url, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as never)
      const message = await new MailComposer({
        from,
        to,
        subject,
        text,
        messageId: `<outbox-${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(html ? { html } : {}),
        ...(unsubscribe ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } : {}),
        attachments: attachments.map(({ fileName, contentType, bytes }) => ({ filename: fileName, contentType, content: bytes })),
      } as never)
        .compile()
        .build()
      let handedOver = false
      // Read only after the other side has asked for the text; what happens before that can be tried again.
      const raw = Readable.from(
        (function* () {
          handedOver = true
          yield message
        })(),
      )
      try {
        await transport.sendMail({ envelope: { from, to }, raw })
      } catch (error) {
        const { responseCode, message: reason } = error as SmtpError
        if (responseCode !== undefined && responseCode >= 500) throw new DeliveryRefused(reason)
        if (responseCode === undefined && handedOver) throw new DeliveryUnknown(reason)
        throw error
      }
    },
  }
}
