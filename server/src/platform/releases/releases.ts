import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOST_API } from '@assoc/contract'
import { allCalls, allPermits } from '@assoc/contract/all'
import type { ReleaseKeys } from '@assoc/contract/platform/release'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config'
import { makeKey, publicKeys, readKey, type ReleaseKey } from './key'
import { publishBuilt } from './publish'
import { S3Store } from './s3-store'
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
export function openReleases(config: Pick<ServerConfig, 'dataDir' | 'releaseDir' | 'releaseS3' | 'releaseKeyFile' | 'releaseKeyFiles' | 'webRoot'>): Releases {
  const { releaseKeyFile, releaseKeyFiles } = config
  if (releaseKeyFile?.startsWith(config.dataDir) && !existsSync(releaseKeyFile)) makeKey(releaseKeyFile)
  const store = config.releaseS3 ? new S3Store(config.releaseS3) : new FolderStore(config.releaseDir)
  const keys = publicKeys(releaseKeyFiles)
  return { store, keys, key: releaseKeyFile ? { ...readKey(releaseKeyFile), accepts: keys } : null, stamp: '' }
}

/** Name of the note in which a server says what it knows. */
export const SERVER_NOTE = 'server.json'

/** What a release must fit: what the server and the console that it serves know. */
export interface ServerNote {
  version: string
  hostApi: string
  /** Paths of all calls. */
  calls: string[]
  /** Codes of all permits. */
  permits: string[]
  /** Ids of the keys whose signatures its browsers accept. */
  keys: string[]
}

/** What this very build knows; the version is that of the checkout or installation at `root`. */
export function describeServer(keys: ReleaseKeys, root: string): ServerNote {
  const file = join(root, 'package.json')
  const version = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version : undefined
  return { version: version ?? '', hostApi: HOST_API, calls: allCalls.map((c) => c.path), permits: allPermits.map((p) => p.code), keys: Object.keys(keys) }
}

/** Says beside the registry what this server knows, and publishes what was built here and never released; answers names and versions. */
export async function publishOwn({ store, key, keys }: Releases, root: string): Promise<string[]> {
  // A server that may only read there leaves the note to others; releases are then checked by what the command's own checkout knows.
  await store.writeNote(SERVER_NOTE, JSON.stringify(describeServer(keys, root))).catch(() => undefined)
  return key && root ? publishBuilt(store, key, root) : []
}

/** The registry for a page of the console: undefined while nothing has been released, and when what is there cannot be read, which the log tells. */
export async function readableRegistry({ store }: Releases, log: Logger): Promise<StoredRegistry | undefined> {
  try {
    return await store.registry()
  } catch (error) {
    log.error({ err: error }, 'the registry of releases cannot be read')
    return undefined
  }
}
