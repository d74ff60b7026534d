import type { PermitCode } from '@assoc/contract'
import type { ViewInfo } from './registry'

export interface ViewDefinition {
  title: string
  /** Permit, `signedIn`, or `public`; the server decides again for every call. */
  access: PermitCode | 'signedIn' | 'public'
}

/**
 * Declares a view. The build reads it for views.json; the folder's name and its remote make the
 * menuLink, so nothing else registers a view.
 */
export const defineView = (view: ViewDefinition): ViewDefinition => view

export type { ViewInfo }
