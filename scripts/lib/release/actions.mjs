import { Problem } from '../problem.mjs'
import { at } from '../root.mjs'
import { budgetLines, findProblems, openableViews } from './checks.mjs'
import { findVersion, releaser, versionOf } from './version.mjs'

// What `pnpm release` does, by name. Each takes the wish, the server's parts, the target, and where to write.

const audience = (rule) => (rule.kind === 'all' ? 'everybody' : rule.kind === 'percent' ? `${rule.percent}% of the people` : `the user group ${rule.group}`)
const liveOf = (server, stored, name) => server.parsed(stored).remotes.filter((r) => r.name === name)
const describe = (live) => (live.length > 0 ? live.map((r) => `${r.version} for ${audience(r.rule)}`).join(', ') : 'nothing')

/** Does it, unless it is a dry run, and says what is live now, what was before, and how long it took since the command began. */
async function carryOut(wish, { say, begin }, { manifest, before, place }, work) {
  const subject = `${wish.name} ${manifest.version}`
  const took = () => `${((performance.now() - begin) / 1000).toFixed(1)} s`
  if (wish.dryRun) return say(`${subject} would be live for ${audience(wish.rule)} at ${place}; live now: ${describe(before)} (${took()})`)
  await work()
  say(`${subject} is live for ${audience(wish.rule)}; before: ${describe(before)} (${took()})`)
}

/** Checks the build, gives it its version, puts it there and switches; then lets old versions go. */
export async function release(wish, server, { store, key, note, place }, out) {
  const built = server.readBuild(at('remotes', wish.name, 'dist'))
  const by = releaser()
  const manifest = { ...built.manifest, version: versionOf(built.manifest.version), ...(by ? { releasedBy: by } : {}) }
  if (!note) out.say(`· no server has been started with ${place} yet: calls and permits are compared with this checkout's`)
  const knows = note ?? server.describeServer({}, at())
  const problems = findProblems(manifest, { knows, fitsHostApi: server.fitsHostApi, links: openableViews(), budget: budgetLines() })
  if (problems.length > 0) throw new Problem(problems.join('\n'))

  const before = liveOf(server, await store.registry(), wish.name)
  checkCanary(server, store, before, manifest, wish.rule)
  await carryOut(wish, out, { manifest, before, place }, () => server.publish(store, key, { manifest, files: built.files }, wish.rule))
  if (wish.dryRun) return
  for (const version of await server.prune(store, wish.name, wish.keep)) out.say(`· removed ${version}`)
}

/** Gives a version that is there already to everybody or, as a canary, to some. */
async function switchTo(wish, server, { store, key, note, place }, out) {
  const before = liveOf(server, await store.registry(), wish.name)
  const live = before.find((r) => r.rule.kind === 'all')?.version
  const refused = await store.refused(wish.name)
  const found = findVersion(await store.versions(wish.name), wish.to, live, (text) => new Problem(text + (refused.length > 0 ? ` Without a signature of ours, so that they must be released again: ${refused.join(', ')}.` : '')))
  const { manifest } = await server.requireVersion(store, wish.name, found.version)
  const knows = note ?? server.describeServer({}, at())
  if (!server.fitsHostApi(manifest.hostApi, knows.hostApi)) throw new Problem(`${wish.name} ${manifest.version} wants hostApi ${manifest.hostApi}, the console offers ${knows.hostApi}: take another version.`)
  // Whoever takes back in need shall not be stopped by one call, but shall know.
  for (const path of manifest.calls.filter((one) => !knows.calls.includes(one))) out.say(`· it calls ${path}, which the server does not have any more`)
  const { rule } = wish
  checkCanary(server, store, before, manifest, rule)
  await carryOut(wish, out, { manifest, before, place }, () => server.changeRegistry(store, key, (remotes) => (rule.kind === 'all' ? server.forEverybody(store, remotes, manifest) : server.asCanary(store, remotes, manifest, rule))))
}
export { switchTo as switch }

function checkCanary(server, store, before, manifest, rule) {
  if (rule.kind === 'all') return
  if (before.some((r) => r.version === manifest.version && r.rule.kind === 'all')) throw new Problem(`${manifest.name} ${manifest.version} is live for everybody already: change something first, or name another version by --to.`)
  server.asCanary(store, before, manifest, rule)
}

/** Gives everybody what is live for everybody. */
export async function endCanary(wish, server, { store, key, place }, out) {
  const before = liveOf(server, await store.registry(), wish.name)
  const [all] = before.filter((r) => r.rule.kind === 'all')
  if (!all || before.length === 1) throw new Problem(`${wish.name} has no canary to end; live: ${describe(before)}.`)
  await carryOut(wish, out, { manifest: all, before, place }, () => server.changeRegistry(store, key, (remotes) => server.withoutCanaries(remotes, wish.name)))
}

/** Shows the versions that are there, the newest first. */
export async function list(wish, server, { store, place, validated }, { say }) {
  const live = liveOf(server, await store.registry(), wish.name)
  const versions = await store.versions(wish.name)
  const refused = validated ? await store.refused(wish.name) : []
  if (!validated) say('· no key is here, so that signatures were not looked at')
  for (const version of refused) say(`· ${version} does not bear a signature of ours and is refused: release it again`)
  if (versions.length === 0) return say(`No version of ${wish.name} is at ${place}.`)
  const width = Math.max(...versions.map((v) => v.manifest.version.length))
  for (const { manifest, time } of versions) {
    const own = live.filter((r) => r.version === manifest.version).map((r) => audience(r.rule))
    say([manifest.version.padEnd(width), time.toISOString().slice(0, 16).replace('T', ' '), `hostApi ${manifest.hostApi}`, `${manifest.views.length} views`.padEnd(9), own.length > 0 ? `live for ${own.join(', ')}` : 'kept'].join('  '))
  }
}
