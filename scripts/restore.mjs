// `pnpm restore --from <backup> [--data-dir <empty place>] [--database-url <address of an empty database>] [--send-waiting]`
import { restoreOptions } from './lib/backup/options.mjs'
import { restoreBackup } from './lib/backup/restore.mjs'
import { runCommand } from './lib/backup/run.mjs'

await runCommand(async ({ log, stopped }) => {
  const options = restoreOptions()
  const { manifest, settled } = await restoreBackup({ ...options, log, stopped })
  log(`${settled.sessions} sessions were ended: everybody signs in again`)
  if (settled.held > 0) log(`${settled.held} messages that waited are shown as 结果不明 and not sent: they may have been sent after the backup`)
  if (manifest.faults.length > 0) log(`${manifest.faults.length} uploaded files were missing or damaged when the backup was made: manifest.json lists them under "faults"`)
  console.log(`restored ${options.dataDir}`)
})
