import { today } from '@assoc/contract/core/day'
import { archiveType } from '@assoc/contract/member/archive'
import type { Db } from '../../../platform/database/database'
import { keepFile } from '../../../platform/files/store'
import { nextNumber } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import type { Seed } from '../../../platform/seed'
import { samplePdf } from '../director/sample-pdf'
import { seedArchive, setDocuments, someMembers } from './repository'

const MEMBERS = 12
const TYPES = archiveType.keys
const STATUSES = ['archived', 'archived', 'pending', 'archived', 'lent', 'archived', 'destroying', 'archived', 'pending', 'destroyed'] as const
const KEPT = { join: 'permanent', change: 'permanent', ticket: 'thirty', meeting: 'ten', award: 'permanent', sanction: 'permanent' } as const

/** Two documents of each of some members, in every status; what was destroyed has no file any more. */
export const archiveDemo: Seed = {
  name: 'member.archive.demo',
  order: 49,
  demo: true,
  async run(db: Db, { files }: Platform) {
    for (const [n, member] of (await someMembers(db, MEMBERS)).entries()) {
      for (const k of [0, 1]) {
        const type = k === 0 ? 'join' : (TYPES[1 + (n % (TYPES.length - 1))] ?? 'change')
        const status = STATUSES[(n * 2 + k) % STATUSES.length] as (typeof STATUSES)[number]
        const title = `${member.name}${archiveType.labels[type]}`
        const archiveId = await seedArchive(db, {
          archive_no: await nextNumber(db, 'DA', `${today().slice(0, 4)}-`),
          member_id: member.member_id,
          archive_type: type,
          title,
          papers: '[]',
          retention: KEPT[type],
          archive_date: status === 'pending' ? null : `${today().slice(0, 4)}-01-${String(10 + n)}`,
          asked_by: status === 'destroying' || status === 'destroyed' ? member.create_by : null,
          acted_by: member.create_by ? [`write:${member.create_by}`, `askDestroy:${member.create_by}`] : [],
          archive_status: status,
          dept_id: member.dept_id,
          create_by: member.create_by,
        })
        if (status === 'destroyed') continue
        const bytes = samplePdf(`Paper of a member (sample)`)
        const fileName = `${archiveType.labels[type]}.pdf`
        const fileId = await keepFile(db, files, { fileName, contentType: 'application/pdf', bytes, ownerType: 'memberArchive', ownerId: archiveId })
        await setDocuments(db, archiveId, [{ fileId, fileName, fileSize: bytes.length }])
      }
    }
  },
}
