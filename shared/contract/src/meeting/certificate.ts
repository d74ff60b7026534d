import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, optionalText, ref, withMeta, year } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { learnerLookup } from './learner-lookups'
import { course } from './permits'

export const certificateSource = choice('证明类别', { course: '课程', year: '年度' })
export const certificateStatus = statusMachine('证明状态', { issued: ['有效', 'green'], revoked: ['已撤销', 'grey'] }, [
  { from: ['issued'], to: 'revoked', verb: 'revoke', label: '撤销', permit: 'course:certificate:revoke', reason: 'required', danger: true },
])

/** A certificate of hours (domain F1): of a course, or of all hours of a year. Its form issues the latter. */
export const certificate = resource({
  name: 'certificate',
  label: '学时证明',
  base: '/meeting/certificate',
  id: 'certificateId',
  fields: { learnerId: ref('学员', learnerLookup), certYear: year('年度') },
  more: {
    certNo: withMeta(z.string(), { label: '证明编号' }),
    checkCode: withMeta(z.string(), { label: '查验码' }),
    learnerName: withMeta(z.string(), { label: '学员' }),
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    certificateSource: withMeta(certificateSource.schema, { label: '证明类别' }),
    title: withMeta(z.string(), { label: '内容' }),
    hours: withMeta(z.number(), { label: '学时' }),
    revokeReason: withMeta(z.string().nullable(), { label: '撤销原因' }),
    createTime: withMeta(z.string(), { label: '发证时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('证明编号或内容', 50),
    learnerId: ref('学员', learnerLookup).optional(),
    companyId: ref('单位', companyLookup).optional(),
    certificateSource: withMeta(z.array(certificateSource.schema), { label: '证明类别' }).optional(),
    certificateStatus: withMeta(z.array(certificateStatus.schema), { label: '证明状态' }).optional(),
  },
  view: 'meeting/CertificateList',
  facts: ['learnerName', 'companyName', 'hours', 'certNo'],
  told: ['revokeReason'],
  sortable: ['createTime'],
  access: { read: course('certificate:read'), insert: course('certificate:issue'), export: course('certificate:read') },
  status: { field: 'certificateStatus', machine: certificateStatus },
})

/** Most certificates of one zip. */
export const MOST_DOWNLOADED = 200

/** Certificates as PDF: one alone, several as a zip. */
export const downloadCertificates = call({
  path: '/meeting/certificate/downloadCertificates',
  title: '下载学时证明',
  access: course('certificate:read'),
  blob: true,
  request: body({ certificateIds: z.array(ref('学时证明', 'certificate')).min(1, '请选择学时证明').max(MOST_DOWNLOADED, `一次最多下载 ${MOST_DOWNLOADED} 份`) }),
  response: z.unknown(),
})

/** Address of the page where anybody checks a certificate, as it is printed on it. */
export const CERTIFICATE_CHECK = '/certificateCheck'
