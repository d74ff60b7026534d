import { Problem, explain } from '../problem.mjs'

/**
 * Runs a command of the console to its end: progress on standard output, one sentence on standard error and exit code 1
 * when it cannot. `work({ log, stopped })` calls `stopped()` often: it throws once somebody has stopped the command.
 */
export async function runCommand(work) {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let signalled = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => (signalled = true))
  const stopped = () => {
    if (signalled) throw new Problem('Stopped: what was begun has been removed.')
  }
  try {
    process.exitCode = (await work({ log: (line) => console.log(`· ${line}`), stopped })) ?? 0
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
