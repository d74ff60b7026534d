import { certificate as contract, downloadCertificates } from '@assoc/contract/meeting/certificate'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { ownOrSeen } from '../course/repository'
import { courseEnroll } from '../course/enroll'
import { checkRoutes } from './check'
import { bearing } from './issue'
import { fileNameOf, paperOf, zipOf } from './paper'
import * as repository from './repository'

const runtime = mountResource(contract, {
  table: 'certificate',
  rowFilter: ownOrSeen,
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['sourceId', 'holderName', 'holderUnit'],
  computed: repository.computed,
  keyword: { columns: ['title'], grams: true, number: { column: 'cert_no', prefix: 'XS' } },
  filters: repository.filters,
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => row.certNo,
  constraints: { certificate_source_unique: () => refuse.field('certYear', '该学员此年度的学时证明已发放') },
  before: {
    insert: async (action, fields) => {
      const hours = await repository.hoursOfYear(action.db, fields.learnerId, fields.certYear)
      Object.assign(fields, await bearing(action, { learnerId: fields.learnerId, certYear: fields.certYear, hours }), { certificateSource: 'year', sourceId: String(fields.certYear), title: `${fields.certYear} 年度培训学时`, hours })
    },
  },
  after: {
    change: async (action, row, step, reason) => {
      await repository.noteReason(action.db, row.certificateId, reason)
      // Of a course the enrolment is done again, and may be certified anew.
      const sourceId = await repository.sourceOf(action.db, row.certificateId)
      if (step.verb === 'revoke' && row.certificateSource === 'course' && sourceId) await derivedStep(courseEnroll.runtime, action, sourceId, 'uncertify', reason)
    },
  },
})

export const certificate: ServerModule = {
  ...runtime,
  routes: checkRoutes,
  bindings: [
    ...runtime.bindings,
    handle(downloadCertificates, async ({ db, input, audit, platform, request }) => {
      const found = await repository.byIds(db, input.certificateIds)
      const revoked = found.find(({ status }) => status === 'revoked')
      if (revoked) throw refuse.inUse(`${revoked.certNo} 已撤销，不能下载`)
      const origin = platform.config.publicUrl || request.origin
      for (const { certificateId } of found) audit({ recordType: 'certificate', recordId: certificateId, verb: 'download' })
      const [only] = found
      if (found.length === 1 && only) return { fileName: fileNameOf(only), contentType: 'application/pdf', body: await paperOf(db, origin, only) }
      // Made after this call has ended: with the pool, not with its transaction.
      return zipOf('学时证明', found.map((one) => ({ name: fileNameOf(one), make: () => paperOf(platform.db, origin, one) })))
    }),
  ],
}
