import { dayOf } from '@assoc/contract/core/day'
import { makePdf } from '../../../platform/pdf/pdf'
import type { PrintedNotice, ShownRow } from './repository'

/** Rows that are laid out before other calls get their turn. */
const AT_ONCE = 200
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The public text of a notice: by whose rules, until when objections are taken and how, and who has which grade. */
export async function noticePdf(notice: PrintedNotice, rows: readonly ShownRow[], options: { compress?: boolean } = {}): Promise<Buffer> {
  const ofPersons = rows.some(({ name }) => name !== null)
  const columns = [...(ofPersons ? [{ title: '姓名', width: 3 }] : []), { title: '公司简称', width: 4 }, { title: '证券代码', width: 3 }, { title: '等级', width: 3 }]
  return makePdf(
    notice.noticeTitle,
    async (document) => {
      document.facts([['评价方案', notice.schemeName], ['公示期', `${notice.startTime ? dayOf(notice.startTime) : '—'} 至 ${dayOf(notice.endTime)}`], ['异议受理方式', notice.contactWay]])
      if (notice.foreword) document.answer('说明', notice.foreword)
      const grades = [...new Set(rows.map(({ gradeCode }) => gradeCode))]
      for (const code of grades) {
        const own = rows.filter(({ gradeCode }) => gradeCode === code)
        document.heading(`${own[0]?.gradeName ?? code}（${own.length}）`)
        for (let i = 0; i < own.length; i += AT_ONCE) {
          document.table(columns, own.slice(i, i + AT_ONCE).map((row) => [...(ofPersons ? [row.name ?? '—'] : []), row.companyName, row.stockCode ?? '—', row.gradeCode]))
          await turn()
        }
      }
      if (notice.resultHash) document.note(`结果校验码：${notice.resultHash}`)
      if (notice.noticeStatus === 'draft') document.note('草稿：公示尚未开始，以上结果可能变化。')
    },
    { date: notice.startTime ?? new Date(), ...options },
  )
}
