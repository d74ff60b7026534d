import type { ImKind } from '@assoc/contract/rbac/im'

/** Somebody as a messenger names them. */
export interface ImPerson {
  /** Who it is there, for ever the same; compared with bindings. */
  id: string
  /** Whom a message to them is sent to. */
  address: string
  /** As a person would recognise the account. */
  shownName: string
}

/** One way to the messenger and back. */
export interface ImWay {
  redirectUri: string
  state: string
  /** Code verifier of PKCE, for those who know it. */
  verifier: string
}

export interface ImMessage {
  /** The same for every try, so that a messenger that can tells a repetition. */
  id: string
  to: string
  title: string
  text: string
  /** What it opens; empty where the console has no address outside. */
  url: string
}

/**
 * A messenger of the work place. Everything throws what `platform/mail/delivery` has: refused for good, away at the moment, or unknown.
 */
export interface ImProvider {
  kind: ImKind
  /** What is set, for the page of connectors; no secret. */
  facts: readonly { label: string; value: string }[]
  /** Where the browser is sent to show the QR code. */
  signInAddress(way: ImWay): string
  /** Who has come back; null for somebody outside of the organisation. */
  personOf(returned: URLSearchParams, way: Omit<ImWay, 'state'>): Promise<ImPerson | null>
  send(message: ImMessage): Promise<void>
}

/** The messengers that are set up. */
export type ImProviders = ReadonlyMap<ImKind, ImProvider>
