import nodemailer from 'nodemailer'

export interface MailProvider {
  send(message: { to: string; subject: string; text: string }): Promise<void>
}

/** Sends through the SMTP server of SMTP_URL. Answers once the server has taken the message. */
export function smtpProvider(url: string, from: string): MailProvider {
  const transport = nodemailer.createTransport(url, { from, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as never)
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true })
    },
  }
}
