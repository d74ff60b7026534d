import { createHash } from 'node:crypto'

// Stands for a library that the files of a worker share: in a test, what Jest loads takes the instance of the worker, which the
// environment in `server-environment.mjs` keeps. Elsewhere, as in a global set-up, the module is what it is.
const shared = (source, file) => `const share = globalThis[Symbol.for('shared-libraries')]
if (share) module.exports = share(${JSON.stringify(file)})
else (function () {
${source}
}).call(this)`

export default {
  process: (source, file) => ({ code: shared(source, file) }),
  getCacheKey: (source, file) => createHash('sha256').update(shared(source, file)).digest('hex'),
}
