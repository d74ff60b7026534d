import { lookUp, type Lookup, type Registry, type RemoteLoader, type RemoteRelease, type ViewModule } from '@assoc/federation'
import { createContext, useContext } from 'react'

export interface ViewLoader {
  load(remote: RemoteRelease, menuLink: string): Promise<ViewModule>
  preload(remote: RemoteRelease, menuLink: string): void
}

/** What the shell knows of remotes: the registry and the one loader. */
export class Kernel {
  readonly registry: Registry
  readonly loader: ViewLoader

  constructor(registry: Registry, loader: ViewLoader | RemoteLoader) {
    this.registry = registry
    this.loader = loader
  }

  lookUp(menuLink: string): Lookup {
    return lookUp(this.registry, menuLink)
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
