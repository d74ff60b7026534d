import { CODE, type FileItem, type RequestOf } from '@assoc/contract'
import { dataItem, selectPaperItems, type PaperSlot } from '@assoc/contract/member/data-item'
import { joinApply } from '@assoc/contract/member/join-apply'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { buildCategory } from '../membership/testing'
import { samplePdf } from '../director/sample-pdf'

let server: TestServer
let category: string
let maker: Session
let next = 300
beforeAll(async () => {
  server = await startTestServer()
  category = await buildCategory(server)
  maker = await server.person({ permits: ['member:apply:read', 'member:apply:insert'], scopes: { member: 'all' } })
})
afterAll(() => server.stop())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const paper = async (name: string, bytes = name.endsWith('png') ? PNG : samplePdf('Paper')) => (await server.upload(uploadFile, { purpose: 'joinApply.materials' }, { name, bytes }, maker)).data as FileItem
const items = () => server.ok(selectPaperItems, { bizType: 'join' }, { as: maker })
const slotOf = async (itemName: string, ...files: FileItem[]): Promise<PaperSlot> => ({ itemKey: (await items()).find((i) => i.itemName === itemName)?.itemKey ?? null, itemName, files })
const full = async () => Promise.all((await items()).filter((i) => i.requiredFlag).map(async (i): Promise<PaperSlot> => ({ itemKey: i.itemKey, itemName: '', files: [await paper(`${i.itemName}.pdf`)] })))
const form = (given: Partial<RequestOf<typeof joinApply.insert>> = {}) => {
  const { company_name, credit_code } = demoCompany(next++)
  return { companyName: company_name, creditCode: credit_code ?? '', applyCategoryId: category, applicantName: '尤例文', applicantMobile: '19900008801', ...given }
}
const made = async (given: Partial<RequestOf<typeof joinApply.insert>>) => (await server.ok(joinApply.insert, form(given), { as: maker })).applyId
const read = (applyId: string) => server.ok(joinApply.read, { applyId })
const submit = async (applyId: string) => server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb: 'submit' }, { as: maker })
const faults = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)

test('what is handed in has every document that is asked for; each that is missing is named', async () => {
  const applyId = await made({ materialSlots: [await slotOf('营业执照副本', await paper('执照.pdf'))] })
  expect(await submit(applyId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: '材料还不齐全：入会申请书尚未上传；会员登记表尚未上传；承诺书尚未上传。请在“修改”中补齐' })
  // A form in which nobody has touched the documents.
  expect((await submit(await made({ materialSlots: null }))).returnMessage).toContain('营业执照副本尚未上传；入会申请书尚未上传')
  const whole = await made({ materialSlots: await full() })
  expect(await read(whole)).toMatchObject({ materialSlots: [{ itemName: '营业执照副本' }, { itemName: '入会申请书' }, { itemName: '会员登记表' }, { itemName: '承诺书' }] })
  expect((await read(whole)).materials).toHaveLength(4)
  expect((await submit(whole)).returnCode).toBe(CODE.ok)
})

test('a file is checked by its item, in a sentence at its slot, when it is put there', async () => {
  const promise = await slotOf('承诺书', await paper('承诺.png'))
  const licence = await slotOf('营业执照副本', await paper('执照.png'))
  expect(faults(await server.call(joinApply.insert, form({ materialSlots: [licence, promise] }), { as: maker }))).toEqual(['materialSlots.1 承诺书的「承诺.png」不是 pdf 格式'])
  await sql`update data_item set max_size_mb = 1 where item_name = '营业执照副本'`.execute(server.platform.db)
  const large = await slotOf('营业执照副本', await paper('大.pdf', Buffer.concat([samplePdf('Paper'), Buffer.alloc(1_100_000)])))
  expect(faults(await server.call(joinApply.insert, form({ materialSlots: [large] }), { as: maker }))).toEqual(['materialSlots.0 营业执照副本的「大.pdf」超过 1 MB'])
  const [file] = licence.files
  expect(faults(await server.call(joinApply.insert, form({ materialSlots: [licence, { ...(await slotOf('入会申请书')), files: file ? [file] : [] }] }), { as: maker }))).toEqual(['materialSlots 同一个文件不能放在两项之下'])
  const strange = await paper('别人.pdf')
  const other = await server.person({ permits: ['member:apply:read', 'member:apply:insert'], scopes: { member: 'all' } })
  expect(faults(await server.call(joinApply.insert, form({ materialSlots: [await slotOf('承诺书', strange)] }), { as: other }))).toEqual(['materials 文件已失效，请重新上传'])
})

test('an item that is switched off is not asked for any more; what was uploaded stays, and takes nothing new', async () => {
  const { dataItemId, version } = (await server.ok(dataItem.list, { keyword: '承诺书', bizType: 'join' })).items[0] ?? { dataItemId: '', version: 0 }
  const slots = await full()
  const [kept, bare] = [await made({ materialSlots: slots }), await made({ materialSlots: (await full()).filter((s) => s.itemKey !== dataItemId) })]
  expect((await submit(bare)).returnMessage).toContain('承诺书尚未上传')
  await server.ok(dataItem.change, { dataItemId, version, verb: 'disable' })
  expect((await submit(bare)).returnCode).toBe(CODE.ok)
  expect((await read(kept)).materialSlots?.map((s) => s.itemName)).toContain('承诺书')
  const { applicantMobile: _masked, ...own } = form()
  const change = async (materialSlots: PaperSlot[]) => server.call(joinApply.update, { applyId: kept, ...own, version: (await read(kept)).version, materialSlots } as RequestOf<typeof joinApply.update>, { as: maker })
  const more = await paper('再来.pdf')
  expect(faults(await change(slots.map((s) => (s.itemKey === dataItemId ? { ...s, files: [...s.files, more] } : s))))).toEqual(['materialSlots.3 承诺书已不再要求，不能上传新的文件'])
  expect((await change(slots)).returnCode).toBe(CODE.ok)
})

test('calls that know of no items still work: what was there stays in its slot, what is new is another document; a file leaves with its slot', async () => {
  const slots = await full()
  const applyId = await made({ materialSlots: slots })
  const { applicantMobile: _masked, ...own } = form()
  const before = (await read(applyId)).materials ?? []
  const send = async (more: object) => server.ok(joinApply.update, { applyId, ...own, version: (await read(applyId)).version, ...more } as RequestOf<typeof joinApply.update>, { as: maker })
  await send({ materials: [...before.slice(1), await paper('补充.pdf')] })
  expect((await read(applyId)).materialSlots?.map((s) => [s.itemName, s.files.length])).toEqual([...slots.slice(1).map((_s, n) => [before[n + 1]?.fileName.replace('.pdf', ''), 1]), ['其他材料', 1]])
  expect((await sql<{ owner: string }>`select owner_type as owner from file_object where file_id = ${before[0]?.fileId}`.execute(server.platform.db)).rows).toEqual([{ owner: 'removed' }])
})
