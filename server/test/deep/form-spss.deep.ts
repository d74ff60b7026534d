import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportAnswerContent } from '@assoc/contract/form/answer'
import { emptyDoc, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { writeAnswers, roundOf, unzipped } from '../../src/areas/form/outputs.testing.repository'
import { startTestServer, type TestServer } from '../harness'

// What SPSS reads is held against PSPP (Debian: apt install pspp), which reads the same commands. Without it this fails: a
// promise that nothing has read would be none.

const PSPP = process.env['PSPP_PATH'] ?? 'pspp'
/** 41 characters of three bytes: cut at 120 bytes to 40 of them. */
const LONG = '公'.repeat(41)
const question = (type: Question['type'], code: string, label: string, more: Partial<Question> = {}): Question => ({ type, code, label, ...more })
const base = emptyDoc('统计软件', { page: 'pg1', section: 'sc1' })
const doc: FormDoc = {
  ...base,
  blocks: { ...base.blocks, sc1: { kind: 'section', title: '', items: ['q1', 'q2', 'q3', 'q4'] } },
  questions: {
    q1: question('radio', 'to', "是否'设立'", { options: [{ value: 'o1', label: LONG }, { value: 'o2', label: '否' }] }),
    q2: question('number', 'size', '人数', { decimals: 2 }),
    q3: question('text', 'remark', '说明'),
    q4: question('date', 'day', '日期'),
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('PSPP reads names, labels, numbers, texts, days and what is missing', async () => {
  const people = [await server.person(), await server.person()]
  const { roundId } = await roundOf(server, doc, people.map(({ userId }) => userId))
  await writeAnswers(server, roundId, doc, [{ q1: 'o1', q2: '3.25', q3: '有,逗号和"引号"\n换行', q4: '2026-03-01' }, { q2: '4' }])
  const files = unzipped(await server.file(exportAnswerContent, { roundId, format: 'spss' }, { as: server.admin }))
  const folder = mkdtempSync(join(tmpdir(), 'spss-'))
  try {
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    writeFileSync(join(folder, 'run.sps'), "INSERT FILE='answers.sps' ENCODING='UTF8'.\nDISPLAY DICTIONARY.\nSAVE TRANSLATE /OUTFILE='back.csv' /TYPE=CSV /FIELDNAMES /REPLACE.\nFREQUENCIES v_to.\n")
    const told = execFileSync(PSPP, ['-O', 'format=txt', '-O', 'width=300', '-o', '-', 'run.sps'], { cwd: folder, encoding: 'utf8' })
    expect(told).not.toMatch(/error:|warning:/)
    expect(told).toContain("是否'设立'")
    expect(told).toContain('公'.repeat(40))
    expect(told).not.toContain(LONG)
    expect(told).toMatch(/N\s+Valid\s*\|\s*1/)
    const back = execFileSync('cat', [join(folder, 'back.csv')], { encoding: 'utf8' }).split('\n')
    expect(back[0]?.split(',').slice(-4).map((name) => name.trim())).toEqual(['v_to', 'size', 'remark', 'day'])
    expect(back[1]).toContain('3.25')
    expect(back[1]).toContain('有,逗号和""引号"" 换行')
    expect(back[2]).toMatch(/,-9,4(?:\.0*)?,/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
