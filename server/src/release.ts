/** What `scripts/release.mjs` needs of the server: the store, the key, publishing and taking back. */
export { UserFacingError } from './platform/errors'
export { makeKey, publicKeys, readKey, isSigned } from './platform/releases/key'
export { asCanary, changeRegistry, forEverybody, parsed, prune, publish, readBuild, takeBack, withoutCanaries } from './platform/releases/publish'
export { FolderStore } from './platform/releases/store'
