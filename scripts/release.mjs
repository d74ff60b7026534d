import fs from 'node:fs'
import { build } from './build.mjs'
import { readWish } from './lib/release/options.mjs'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'

// `pnpm release <remote>`: builds, checks, signs and switches one remote; takes it back, gives it to some, lists what there is.
//   RELEASE_DIR or RELEASE_S3 with S3_*, RELEASE_PUBLIC_URL   where releases go, DATA_DIR/releases by default
//   RELEASE_KEY_FILE                                          what they are signed with, DATA_DIR/release-key.pem by default

const begin = performance.now()
const say = (line) => console.log(line)

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

async function main() {
  const remotes = fs.readdirSync(at('remotes')).filter((name) => fs.existsSync(at('remotes', name, 'package.json'))).sort()
  const wish = readWish(process.argv.slice(2), remotes)
  if (!fs.existsSync(at('node_modules/webpack'))) throw new Problem('The packages are not installed: run npm start once, or npx --yes pnpm@12.21.0 install.')
  // The host is built for the size budget alone: what a person loads up to a view is counted together.
  await build({ only: wish.action === 'release' ? ['host', `remotes/${wish.name}`, 'server'] : ['server'], log: (line) => say(`· ${line}`) })
  // Only now, for what the server knows has just been built.
  const { openTarget, serverParts } = await import('./lib/release/target.mjs')
  const server = await serverParts()
  const target = await openTarget(server, { signs: wish.action !== 'list' && !wish.dryRun })
  const actions = await import('./lib/release/actions.mjs')
  await actions[wish.action](wish, server, target, { say, begin })
}
