// Publishes the built remote of this image: its files go into the shared folder, then the registry is signed and switched.
//   BUILD_DIR          the build, with its release.json
//   RELEASE_DIR        the folder that API, remotes and gateway share; or RELEASE_S3 and what belongs to it (docs/operations.md)
//   RELEASE_KEY_FILE   the key whose signatures the console accepts

const { BUILD_DIR, RELEASE_DIR, RELEASE_KEY_FILE } = process.env

/**
 * A version that was released before is left as people set it: a container that is started again takes back nothing and
 * rolls nothing forward. Answers the line to print.
 */
async function publishOnce(server) {
  const build = server.readBuild(BUILD_DIR)
  const { name, version } = build.manifest
  const s3 = server.s3FromEnv(process.env)
  const store = s3 ? new server.S3Store(s3) : new server.FolderStore(RELEASE_DIR)
  const live = server.parsed(await store.registry()).remotes.filter((r) => r.name === name)
  const known = (await store.versions(name)).some((v) => v.manifest.version === version)
  if (known && live.length > 0) return `${name} ${version} was released before; live now: ${live.map((r) => r.version).join(', ')}`
  await server.publish(store, server.readKey(RELEASE_KEY_FILE), build)
  return `${name} ${version} is live; before: ${live.map((r) => r.version).join(', ') || 'nothing'}`
}

for (const [name, value] of Object.entries({ BUILD_DIR, RELEASE_DIR, RELEASE_KEY_FILE })) {
  if (value) continue
  console.error(`Set ${name}.`)
  process.exit(1)
}
try {
  console.log(await publishOnce(await import('../server/dist/release.mjs')))
} catch (error) {
  console.error(error.userMessage ?? error)
  process.exitCode = 1
}
