import type { SMTPServerOptions } from 'smtp-server'

export interface SmtpPeer {
  url: string
  taken: string[]
  close(): Promise<void>
}
export function startSmtpPeer(options?: Partial<SMTPServerOptions>, at?: number): Promise<SmtpPeer>
export function refusal(responseCode: number, message: string): Error
export function headerOf(mail: string, name: string): string | undefined
export function decoded(words?: string): string
