import { Refusal } from '../../../platform/errors'
import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import { actionIn, SYSTEM } from '../../../platform/resource/in-job'
import type { Seed } from '../../../platform/seed'
import { type Certified, linkAccount, neverLinked } from '../../rbac/api'
import { certifiedBy } from './link'
import { certifiedUsers, pooledDirectors } from './repository'

/**
 * Links whoever was certified before certifying made a link: company users, and people of the directors' pool. Once in an installation, and
 * before the demo's rows, which show a certification from its beginning. A mobile that belongs to an account of the house is
 * left for staff to set right, as it would be refused today; the log names the record and not the number.
 */
export const earlierLinks: Seed = {
  name: 'member.earlierLinks',
  // Roles of outsiders stand by then.
  order: 40,
  async run(db, platform) {
    const people: Certified[] = [
      ...(await certifiedUsers(db)).map(certifiedBy),
      ...(await pooledDirectors(db)).map(({ directorId, name, mobile }): Certified => ({ mobile, realName: name, typeId: 'director', subject: 'person', subjectId: directorId, capacity: 'director', role: 'PERSON', source: 'directorUser', sourceId: directorId })),
    ]
    const entries: AuditEntry[] = []
    for (const person of await neverLinked(db, people)) {
      try {
        await linkAccount(actionIn(platform, db, SYSTEM, entries), person)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        platform.log.warn({ record: `${person.source} ${person.sourceId}` }, 'a certified person has the mobile of an account of the house: not linked')
      }
    }
    await writeAudit(db, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '补建认证人员账号关联' }, entries)
  },
}
