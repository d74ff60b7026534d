import type { PassThrough } from 'node:stream'
import { today } from '@assoc/contract/core/day'
import type { exportResumes } from '@assoc/contract/member/director'
import { ZipFile } from 'yazl'
import type { Entity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

const IN_POOL: readonly string[] = ['listed', 'suspended']

/** A name that every system can store. */
const safe = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')

/** A name that is not used yet in the package: the second one gets its number. */
function apart(stem: string, end: string, used: Set<string>): string {
  let wanted = `${stem}${end}`
  for (let n = 2; used.has(wanted); n += 1) wanted = `${stem}（${n}）${end}`
  used.add(wanted)
  return wanted
}

/** Sends the chosen people's résumés as one zip while it is being made; each person's own log notes who took it. */
export const packer =
  (entity: Entity) =>
  async ({ db, principal, input, audit, platform }: Context<typeof exportResumes>) => {
    const people = await repository.resumesOf(db, principal, entity, input.directorIds)
    const outside = people.find((person) => !IN_POOL.includes(person.status))
    if (outside) throw refuse.inUse(`${outside.name}不在人才库中，不能下载其简历`)
    const stored = await storedFiles(db, people.flatMap((person) => person.resume.map((file) => file.fileId)))
    const keys = new Map(stored.map((file) => [file.fileId, file.key]))
    const zip = new ZipFile()
    const body = zip.outputStream as PassThrough
    // A file that cannot be read breaks this download off, and nothing else.
    zip.on('error', (error) => body.destroy(error as Error))
    const used = new Set<string>()
    for (const { directorId, name, unit, resume } of people) {
      for (const { fileId, fileName } of resume) {
        const key = keys.get(fileId)
        if (!key) continue
        const end = /\.[^.]+$/.exec(fileName)?.[0] ?? ''
        // Opened only when its turn comes: two hundred open files at once are too many.
        zip.addReadStreamLazy(`简历/${apart(safe(`${name}-${unit}`), end, used)}`, (give) => give(null, platform.files.read(key)))
      }
      audit({ recordType: entity.name, recordId: directorId, verb: 'exportResume' })
    }
    if (used.size === 0) throw refuse.inUse('所选人员没有可以下载的简历')
    zip.end()
    return { fileName: `独立董事简历_${today()}.zip`, contentType: 'application/zip', body }
  }
