import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import { eraseAgain, LEDGER_JOB } from './erasing'
import * as repository from './repository'

// A backup brings people back who were erased since it was made. What was erased stands therefore in a file beside the database as well, by
// kinds of records and their ids alone: put into the place of a restored console, it is carried out there again.

interface Line {
  erasureNo: string
  cause: 'request' | 'refused'
  refs: { record: string; ids: string[] }[]
}

const fileOf = ({ config }: Pick<Platform, 'config'>): string => join(config.dataDir, 'erasures.jsonl')

defineJob(LEDGER_JOB, async (line: Line, platform) => appendFile(fileOf(platform), `${JSON.stringify(line)}\n`, { mode: 0o600 }))

async function linesOf(platform: Platform): Promise<Line[]> {
  const text = await readFile(fileOf(platform), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Line)
}

/** Carries out what the file tells of and the database knows nothing of; answers how many. */
export async function reapplyErasures(platform: Platform): Promise<number> {
  const lines = await linesOf(platform)
  if (lines.length === 0) return 0
  const known = new Set(await repository.knownErasures(platform.db, lines.map((line) => line.erasureNo)))
  const missing = lines.filter((line) => !known.has(line.erasureNo))
  for (const line of missing) await inJob(platform, '恢复备份后重新删除个人信息', (action) => eraseAgain(action, line))
  return missing.length
}

defineJob('personal:reapply', async (_payload, platform) => void (await reapplyErasures(platform)), '*/10 * * * *')
