import type { Db } from '../../platform/database/database'
import { keepFile } from '../../platform/files/store'
import type { Platform } from '../../platform/platform'
import { requestOf } from './apply/issue'
import { applicationOf, type Application } from './apply/repository'
import { taxWithin } from './apply/rules'
import * as demo from './demo.repository'
import { invoiceNo, receiptNo } from './provider/numbers'
import { addRecord } from './provider/repository'
import { chooseProvider } from './provider/way.repository'
import { addInvoice, setDocuments } from './invoice/repository'

/** A page of one line in plain letters: the demo has many invoices, and whoever opens one sees that it is a sample. */
function samplePdf(line: string): Buffer {
  const stream = `BT /F1 16 Tf 60 780 Td (${line.replace(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`, 'latin1')
}

interface Writing {
  issueDate: string
  /** 分, above zero. */
  amount: number
  blue?: { invoiceId: string; invoiceNo: string; redId: string; requestNo: string }
}

async function write(db: Db, { files }: Platform, a: Application, { issueDate, amount, blue }: Writing): Promise<{ invoiceId: string; invoiceNo: string }> {
  const facts = blue ? { red: { requestNo: blue.requestNo, blueNo: blue.invoiceNo, amount } } : { blue: requestOf(a) }
  const { invoiceNo: no } = await addRecord(db, { requestNo: blue?.requestNo ?? a.applyNo, amount, issueDate, facts }, a.ticketType === 'dues' ? receiptNo : invoiceNo)
  const sign = blue ? -1 : 1
  const { applyId, memberId, bizType, ticketType, title, taxNo, itemName, deptId, createBy } = a
  const invoiceId = await addInvoice(db, { invoiceNo: no, applyId, blueId: blue?.invoiceId ?? null, redId: blue?.redId ?? null, memberId, bizType, ticketType, title, taxNo, itemName, amount: sign * amount, taxAmount: sign * taxWithin(amount, a.taxRate), issueDate, issueWay: 'trial', deptId, createBy })
  const bytes = samplePdf(`SAMPLE  ${no}  CNY ${((sign * amount) / 100).toFixed(2)}`)
  const fileId = await keepFile(db, files, { fileName: `${no}.pdf`, contentType: 'application/pdf', bytes, ownerType: 'invoice', ownerId: invoiceId, createBy })
  await setDocuments(db, invoiceId, [{ fileId, fileName: `${no}.pdf`, fileSize: bytes.length }])
  return { invoiceId, invoiceNo: no }
}

/** Lays invoices in every state over the members of the demo association that have paid. */
export async function seedDemoInvoices(db: Db, platform: Platform): Promise<void> {
  // The demo shows the whole way with the trial provider; its invoices say what they are.
  await chooseProvider(db)
  const clerk = await demo.clerkOf(db)
  await demo.seedHeads(db, clerk)
  await demo.seedApplications(db, clerk)
  let n = 0
  for (const { applyId, issueDate } of await demo.toWrite(db)) {
    const a = await applicationOf(db, applyId)
    if (!a) continue
    const blue = await write(db, platform, a, { issueDate, amount: a.amount })
    await demo.seedLife(db, clerk, n++, blue.invoiceId, issueDate)
  }
  for (const red of await demo.redsToWrite(db)) {
    const a = await applicationOf(db, red.applyId)
    if (a) await write(db, platform, a, { issueDate: red.issueDate, amount: red.amount, blue: red })
  }
  await demo.freeReds(db)
  await demo.finish(db)
}
