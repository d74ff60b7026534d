// `pnpm backup [--to <folder>]`: one moment of a console, whether it runs or not, with the files of that moment.
import { backupOptions } from './lib/backup/options.mjs'
import { runCommand } from './lib/backup/run.mjs'
import { writeBackup } from './lib/backup/write.mjs'

await runCommand(async ({ log, stopped }) => {
  const { folder, manifest } = await writeBackup({ ...backupOptions(), log, stopped })
  console.log(`backup ${folder}`)
  if (manifest.faults.length === 0) return 0
  console.error(`The backup is whole, but the console itself lacks ${manifest.faults.length} uploaded files: manifest.json lists them under "faults".`)
  return 2
})
