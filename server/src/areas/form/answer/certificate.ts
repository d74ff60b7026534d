import type { ResponseOf } from '@assoc/contract'
import type { verifyFormCertificate } from '@assoc/contract/form/certificate'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import * as repository from './certificate.repository'

/** Begins the numbers of certified answers. */
const PREFIX = 'TB'

/** Gives an answer that is certified its number and its hash. */
export const certify = async (db: Db, answerId: string): Promise<void> => void (await repository.writeCertificate(db, answerId, await nextNumber(db, PREFIX, todayDigits())))

/** What is shown of a certificate; null where nothing was certified. */
export async function certificateSentOf(db: Db, answerId: string) {
  const found = await repository.certificateOf(db, answerId)
  return found ? { ...found, certifyTime: found.certifyTime.toISOString() } : null
}

/** Whether what stands there is what was certified. */
export async function verified(db: Db, answerId: string): Promise<ResponseOf<typeof verifyFormCertificate>> {
  const [certificate, now] = [await repository.certificateOf(db, answerId), await repository.hashesNow(db, answerId)]
  if (!certificate || !now) throw refuse.notFound()
  const { certificateNo, sha256 } = certificate
  // Both have to be what they were: what is read, and what was kept of the submission.
  return { certificateNo, sha256, found: now.answer === sha256 ? now.submission : now.answer, consistent: now.answer === sha256 && now.submission === sha256 }
}

export const verifyCertificate = ({ db, input }: Context<typeof verifyFormCertificate>): Promise<ResponseOf<typeof verifyFormCertificate>> => verified(db, input.answerId)
