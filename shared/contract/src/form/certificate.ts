import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { id, instant, ref, withMeta } from '../core/fields'
import { form } from './permits'

/** What stands behind a certified answer: its number, and a hash of what was handed in and of the version that asked for it. */
export const certificateSent = z.object({
  certificateNo: withMeta(z.string(), { label: '认证编号' }),
  sha256: withMeta(z.string(), { label: '内容指纹' }),
  submissionNo: z.number().int(),
  versionNo: z.number().int(),
  certifyTime: instant('认证时间'),
})

const verified = z.object({
  certificateNo: z.string(),
  /** The hash as it was certified. */
  sha256: z.string(),
  /** The hash of what stands there now. */
  found: z.string(),
  consistent: z.boolean(),
})

/** Computes the hash of a certified answer anew and compares it. */
export const verifyFormCertificate = call({
  path: '/form/answer/verifyFormCertificate',
  title: '核验填报认证',
  access: form('answer:read'),
  request: body({ answerId: ref('填报', 'formAnswer') }),
  response: verified,
})

/** The same for those who have filled it in. */
export const verifyOwnFormCertificate = call({
  path: '/form/fill/verifyOwnFormCertificate',
  title: '核验我的填报认证',
  access: signedIn,
  request: body({ taskId: withMeta(id('填报任务'), { label: '填报任务' }) }),
  response: verified,
})
