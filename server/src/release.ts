/** What `scripts/release.mjs` needs of the server: the store, the key, publishing and taking back. */
export { UserFacingError } from './platform/errors'
export { makeKey, publicKeys, readKey, isSigned } from './platform/releases/key'
export { asCanary, changeRegistry, forEverybody, parsed, prune, publish, readBuild, sealLive, takeBack, withoutCanaries } from './platform/releases/publish'
export { describeServer, SERVER_NOTE } from './platform/releases/releases'
export { S3Store, s3FromEnv } from './platform/releases/s3-store'
export { FolderStore } from './platform/releases/store'
export { TrustedStore, requireVersion } from './platform/releases/trusted'
export { fitsHostApi } from '@assoc/contract/platform/release'
