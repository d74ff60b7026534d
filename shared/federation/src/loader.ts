import { createInstance, registerGlobalPlugins, type ModuleFederation } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import type { ComponentType } from 'react'
import { fitsHostApi, type RemoteRelease } from './registry'

/** Milliseconds after which an entry or chunk that does not come counts as failed. */
export const LOAD_TIMEOUT_MS = 20_000

/** A module that host and remotes share: one instance, given by the host. */
export interface SharedModule {
  name: string
  version: string
  /** Already loaded with the host. */
  lib?: () => unknown
  /** Loaded when the first remote wants it. */
  get?: () => Promise<unknown>
}

export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError'
  readonly remote: RemoteRelease
  constructor(remote: RemoteRelease, cause: unknown) {
    super(`remote ${remote.name} ${remote.version} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.remote = remote
    this.cause = cause
  }
}

export interface ViewModule {
  default: ComponentType
}

/**
 * Loads views of remotes. Releases are registered straight with their entry files, so no manifest is
 * fetched; nothing of a remote is requested before its first view is wanted.
 */
export class RemoteLoader {
  private readonly runtime: ModuleFederation
  private readonly registered = new Set<string>()
  /** Releases of which something has been loaded, by remote. */
  private readonly used = new Map<string, RemoteRelease>()
  private readonly pending = new Map<string, Promise<ViewModule>>()
  private attempts = 0
  private integrity: (url: string) => string
  private readonly onLoaded: (remote: RemoteRelease) => void

  constructor(remotes: readonly RemoteRelease[], shared: readonly SharedModule[], onLoaded: (remote: RemoteRelease) => void = () => undefined) {
    this.onLoaded = onLoaded
    // Thin remotes carry no federation runtime of their own and take the host's from this global.
    const global = globalThis as { _FEDERATION_RUNTIME_CORE?: unknown }
    global._FEDERATION_RUNTIME_CORE = runtimeCore
    this.integrity = integrityOf(remotes)
    const integrity = (url: string) => this.integrity(url)
    // The chunk loader of every remote asks here, too (federation/build/integrity.mjs): a script that the registry does not know is not run.
    ;(globalThis as { __assocIntegrity?: typeof integrity }).__assocIntegrity = integrity
    // Remotes have instances of their own, which ask this one, too.
    registerGlobalPlugins([{ name: 'console-shared-versions', resolveShare: refuseOutsideRange }])
    this.runtime = createInstance({
      name: 'host',
      remotes: [],
      shareStrategy: 'loaded-first',
      shared: Object.fromEntries(
        shared.map((m) => [
          m.name,
          {
            version: m.version,
            shareConfig: { singleton: true, requiredVersion: false as const, eager: Boolean(m.lib) },
            ...(m.lib ? { lib: m.lib } : { get: async () => ((module: unknown) => () => module)(await m.get?.()) }),
          },
        ]),
      ) as never,
      plugins: [
        {
          name: 'console-scripts',
          createScript: ({ url }: { url: string }) => {
            const script = document.createElement('script')
            script.src = url
            script.async = true
            script.integrity = integrity(url)
            script.crossOrigin = 'anonymous'
            return { script, timeout: LOAD_TIMEOUT_MS }
          },
        },
      ],
    })
  }

  /** Takes other releases over: of remotes that are there already the running one stays, for two of one remote cannot run in a page. Answers what is to be used from now on. */
  know(remotes: readonly RemoteRelease[]): readonly RemoteRelease[] {
    const running = [...this.used.values()]
    const next = [...running, ...remotes.filter((r) => !this.used.has(r.name))]
    this.integrity = integrityOf(next)
    return next
  }

  /** Starts loading without waiting; a failure shows when the view is opened. */
  preload(remote: RemoteRelease, menuLink: string): void {
    this.load(remote, menuLink).catch(() => undefined)
  }

  /** Loads the page of a view. Concurrent wishes for one view share the work; a failed one is not kept. */
  load(remote: RemoteRelease, menuLink: string): Promise<ViewModule> {
    const running = this.pending.get(menuLink)
    if (running) return running
    const work = this.loadOnce(remote, menuLink).catch((cause: unknown) => {
      this.pending.delete(menuLink)
      this.forget(remote)
      throw new RemoteLoadError(remote, cause)
    })
    this.pending.set(menuLink, work)
    return work
  }

  private async loadOnce(remote: RemoteRelease, menuLink: string): Promise<ViewModule> {
    if (!this.registered.has(remote.name)) {
      // A second try must not meet the browser's or the runtime's memory of the failed first one.
      const again = this.attempts > 0 ? `?try=${this.attempts}` : ''
      this.runtime.registerRemotes(
        [{ name: remote.name, entry: remote.base + remote.entry + again, entryGlobalName: remote.globalName, type: 'global' }],
        { force: true },
      )
      this.registered.add(remote.name)
    }
    const module = await withTimeout(this.runtime.loadRemote<ViewModule>(menuLink), LOAD_TIMEOUT_MS + 5_000)
    if (typeof module?.default !== 'function' && typeof module?.default !== 'object') {
      throw new Error(`${menuLink} has no page`)
    }
    this.used.set(remote.name, remote)
    this.onLoaded(remote)
    return module
  }

  private forget(remote: RemoteRelease): void {
    this.attempts += 1
    this.registered.delete(remote.name)
    // Emptied, not deleted: a script's own `var` cannot be, and trying would hide what went wrong.
    ;(globalThis as Record<string, unknown>)[remote.globalName] = undefined
  }
}

interface ShareWish {
  pkgName: string
  /** What the host has. */
  version: string
  shareInfo: { from: string; shareConfig?: { requiredVersion?: string | false } }
  resolver: () => unknown
}

/**
 * Refuses a remote that was built for another version of a shared module than the host gives: the runtime alone would only
 * warn and run it on the wrong one.
 */
export function refuseOutsideRange<T>(given: T): T {
  const wish = given as ShareWish
  const wanted = wish.shareInfo.shareConfig?.requiredVersion
  if (typeof wanted !== 'string' || wanted === '*' || fitsHostApi(wanted, wish.version)) return given
  const refuse = () => {
    throw new Error(`${wish.pkgName} ${wanted} is wanted, the console has ${wish.version}`)
  }
  return { ...given, resolver: refuse }
}

/** Integrity of a script by its address; throws for one that is in no release. */
export function integrityOf(remotes: readonly RemoteRelease[]): (url: string) => string {
  const known = new Map<string, string>()
  for (const { base, integrity } of remotes) {
    for (const [file, value] of Object.entries(integrity)) known.set(new URL(base + file, window.location.href).href, value)
  }
  return (url) => {
    const { origin, pathname } = new URL(url, window.location.href)
    const value = known.get(origin + pathname)
    if (!value) throw new Error(`${pathname} is not in the signed registry`)
    return value
  }
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer after ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
