import type { ConnectorKind } from '@assoc/contract/rbac/connector'
import type { Platform } from '../platform'

/** Whom a test is carried out on: where their own mail and text messages go. */
export interface Tester {
  userId: string
  realName: string
  mobile: string | null
  email: string | null
  /** Messengers that they have bound. */
  bound: readonly string[]
}

/** A connector as it is set; nothing of it is a secret. */
export interface ConnectorFacts {
  state: 'on' | 'local' | 'off'
  provider: string
  facts: readonly { label: string; value: string }[]
  hint: string | null
}

/** What a test would do for a person, or why they cannot have it done. */
export type Trial = { says: string } | { obstacle: string }

export interface Connector {
  kind: ConnectorKind
  describe(platform: Platform): ConnectorFacts | Promise<ConnectorFacts>
  /** Null where there is nothing to test as it is set. */
  trialOf(platform: Platform, tester: Tester): Trial | null
  /** Carries the test out, in a job; answers what it came to in one sentence, throws when it failed. */
  test(platform: Platform, tester: Tester): Promise<string>
}

const connectors = new Map<ConnectorKind, Connector>()

/** Makes a connector known; an area that brings one calls it when it is loaded. */
export function defineConnector(connector: Connector): void {
  connectors.set(connector.kind, connector)
}

export const connectorOf = (kind: ConnectorKind): Connector | undefined => connectors.get(kind)
