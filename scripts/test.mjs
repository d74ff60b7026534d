// Plain syntax on purpose: an old Node must get as far as the sentence below.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Node ' + process.versions.node + ' is too old: install Node 20.19 or newer and start again.')
  process.exit(1)
}
import('./lib/test.mjs').then((program) => program.main())
