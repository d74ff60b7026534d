import type { FileStore } from '../files/store'
import { DeliveryRefused } from '../mail/delivery'
import type { MailProvider } from '../mail/mail'
import type { SmsProvider } from '../sms/sms'
import type { ConnectorStatus } from './status'

/** A refusal of one addressee or one text says nothing about the provider: it answered. */
const ofProvider = (error: unknown): boolean => !(error instanceof DeliveryRefused)

/** The provider of mail, with a note of how it fares. */
export const notedMail = (mail: MailProvider, status: ConnectorStatus): MailProvider => ({
  send: (message) => status.noting('mail', () => mail.send(message), ofProvider),
  close: () => mail.close(),
})

/** The provider of text messages, with a note of how it fares. */
export const notedSms = (sms: SmsProvider, status: ConnectorStatus): SmsProvider => ({
  label: sms.label,
  live: sms.live,
  templateOf: (use) => sms.templateOf(use),
  sends: (use) => sms.sends(use),
  send: (message) => status.noting('sms', () => sms.send(message), ofProvider),
  balance: () => sms.balance(),
})

/** The store of files, with a note of how it fares. */
export const notedFiles = (files: FileStore, status: ConnectorStatus): FileStore => ({
  put: (bytes) => status.noting('files', () => files.put(bytes)),
  receive: (source) => files.receive(source),
  keep: (file) => status.noting('files', () => files.keep(file)),
  discard: (file) => files.discard(file),
  sweep: (olderMs) => files.sweep(olderMs),
  read(key, range) {
    const stream = files.read(key, range)
    stream.once('error', (error: Error) => void status.note('files', error.message))
    return stream
  },
  remove: (key) => status.noting('files', () => files.remove(key)),
  beginParts: () => status.noting('files', () => files.beginParts()),
  putPart: (file, part) => status.noting('files', () => files.putPart(file, part)),
  endParts: (file, parts) => status.noting('files', () => files.endParts(file, parts)),
  dropParts: (file) => status.noting('files', () => files.dropParts(file)),
})
