export { buildHost } from './host.mjs'
export { buildRemote } from './remote.mjs'
export { readViews } from './views.mjs'
export { ROOT, SHARED_MODULES, sharedVersions } from './shared-modules.mjs'
