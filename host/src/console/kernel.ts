import { lookUp, type Lookup, type Refusal, type RemoteRelease, type ViewModule } from '@assoc/federation'
import { makeAutoObservable, observableRef } from 'mobx'
import { createContext, useContext } from 'react'

export interface ViewLoader {
  load(remote: RemoteRelease, menuLink: string): Promise<ViewModule>
  preload(remote: RemoteRelease, menuLink: string): void
  /** Takes other releases over; answers those to be used from now on. */
  know(remotes: readonly RemoteRelease[]): readonly RemoteRelease[]
}

/** What stands behind a menuLink, or that nothing may be run because the registry was refused. */
export type Found = Lookup | { kind: 'refused'; refusal: Refusal; menuLink: string }

/** What the shell knows of remotes: the releases of this person, and the one loader. */
export class Kernel {
  remotes: readonly RemoteRelease[]
  /** Why no remote is run at all; null when the registry was good. */
  readonly refusal: Refusal | null
  readonly loader: ViewLoader

  constructor(remotes: readonly RemoteRelease[], loader: ViewLoader, refusal: Refusal | null = null) {
    this.remotes = remotes
    this.loader = loader
    this.refusal = refusal
    makeAutoObservable(this, { remotes: observableRef, loader: false, refusal: false, lookUp: false, preload: false })
  }

  /** Uses the releases of a newer registry for what has not been opened yet. */
  update(remotes: readonly RemoteRelease[]): void {
    this.remotes = this.loader.know(remotes)
  }

  lookUp(menuLink: string): Found {
    return this.refusal ? { kind: 'refused', refusal: this.refusal, menuLink } : lookUp(this.remotes, menuLink)
  }

  /** Starts loading a view that will probably be wanted; a failure shows when it is opened. */
  preload(menuLink: string): void {
    const found = this.lookUp(menuLink)
    if (found.kind === 'found') this.loader.preload(found.remote, menuLink)
  }
}

const KernelContext = createContext<Kernel | null>(null)
export const KernelProvider = KernelContext.Provider

export function useKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (!kernel) throw new Error('no kernel around this component')
  return kernel
}
