import { existsSync } from 'node:fs'
import type { ReleaseKeys } from '@assoc/contract/platform/release'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config'
import { makeKey, publicKeys, readKey, type ReleaseKey } from './key'
import { publishBuilt } from './publish'
import { FolderStore, type ReleaseStore, type StoredRegistry } from './store'

/** The released remotes as this server knows them. */
export interface Releases {
  store: ReleaseStore
  /** What browsers accept signatures of. */
  keys: ReleaseKeys
  /** Null where this server signs nothing. */
  key: ReleaseKey | null
  /** What answers tell open pages: the build of the console's pages and the serial of the registry. Empty where no pages are served. */
  stamp: string
}

/** Opens the store and reads the keys; makes the installation's own key at its first start. Throws one sentence for a key that cannot be read. */
export function openReleases(config: Pick<ServerConfig, 'dataDir' | 'releaseDir' | 'releaseKeyFile' | 'releaseKeyFiles' | 'webRoot'>): Releases {
  const { releaseKeyFile, releaseKeyFiles } = config
  if (releaseKeyFile?.startsWith(config.dataDir) && !existsSync(releaseKeyFile)) makeKey(releaseKeyFile)
  return { store: new FolderStore(config.releaseDir), keys: publicKeys(releaseKeyFiles), key: releaseKeyFile ? readKey(releaseKeyFile) : null, stamp: '' }
}

/** Publishes what was built here and never released; answers names and versions. */
export const publishOwn = async ({ store, key }: Releases, root: string): Promise<string[]> => (key && root ? publishBuilt(store, key, root) : [])

/** The registry for a page of the console: undefined while nothing has been released, and when what is there cannot be read, which the log tells. */
export async function readableRegistry({ store }: Releases, log: Logger): Promise<StoredRegistry | undefined> {
  try {
    return await store.registry()
  } catch (error) {
    log.error({ err: error }, 'the registry of releases cannot be read')
    return undefined
  }
}
