import type { PassThrough } from 'node:stream'
import { dayOf, today } from '@assoc/contract/core/day'
import { withoutEnd } from '@assoc/contract/core/characters'
import { CERTIFICATE_CHECK } from '@assoc/contract/meeting/certificate'
import { encode } from 'uqr'
import { ZipFile } from 'yazl'
import type { Db } from '../../../platform/database/database'
import { makePdf } from '../../../platform/pdf/pdf'
import * as repository from './repository'

// Certificates as they are printed, and several of them as a zip.

/** The page with number and code filled in: whoever is handed a certificate reads at once what was certified. */
const checkAddress = (page: string, { certNo, checkCode }: Pick<repository.Printed, 'certNo' | 'checkCode'>): string => `${page}?${new URLSearchParams({ no: certNo, code: checkCode })}`

/** Written the same whenever it is made: the day is that of its issue. */
export async function paperOf(db: Db, origin: string, c: repository.Printed, options: { compress?: boolean } = {}): Promise<Buffer> {
  const page = `${withoutEnd(origin, '/')}${CERTIFICATE_CHECK}`
  const entries = c.source === 'year' ? await repository.entriesOfYear(db, c.learnerId, c.certYear) : []
  return makePdf(
    '学时证明',
    (paper) => {
      paper.facts([['证明编号', c.certNo], ['年度', `${c.certYear}`], ['姓名', c.holderName], ['单位', c.holderUnit ?? '—'], ['内容', c.title], ['发证日期', dayOf(c.createTime)]])
      paper.figure('学时', String(c.hours))
      if (entries.length > 0) paper.table([{ title: '培训名称', width: 6 }, { title: '日期', width: 2 }, { title: '学时', width: 1, align: 'right' }], entries.map(({ title, learnedOn, hours }) => [title, learnedOn, String(hours)]))
      paper.note('1 学时为 45 分钟。')
      paper.figure('查验码', c.checkCode)
      paper.code(encode(checkAddress(page, c), { border: 2 }).data, `扫描二维码查验本证明是否有效；也可在 ${page} 输入证明编号与查验码查验。`)
    },
    { date: c.createTime, ...options },
  )
}

/** A name that every system can store. */
const safe = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')

export const fileNameOf = (c: repository.Printed): string => `${safe(`${c.holderName}_${c.certNo}`)}.pdf`

/** A zip that is sent while it is being made; each file is made when its turn comes. */
export function zipOf(fileName: string, files: readonly { name: string; make: () => Promise<Buffer> }[]) {
  const zip = new ZipFile()
  const body = zip.outputStream as PassThrough
  // What cannot be made breaks this download off, and nothing else.
  zip.on('error', (error) => body.destroy(error as Error))
  const used = new Set<string>()
  const add = async (): Promise<void> => {
    for (const { name, make } of files) {
      const bytes = await make()
      zip.addBuffer(bytes, used.has(name) ? `${used.size}_${name}` : name)
      used.add(name)
    }
    zip.end()
  }
  void add().catch((error: unknown) => body.destroy(error as Error))
  return { fileName: `${safe(fileName)}_${today()}.zip`, contentType: 'application/zip', body }
}
