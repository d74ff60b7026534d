import type { Answers } from '@assoc/contract/form/engine/answers'
import { emptyDoc, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { startRun } from '@assoc/contract/form/engine/run'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormSheet } from './FormSheet'
import { createSheet } from './store'

// A picture that was sent is fetched to be shown; there is no server here.
jest.mock('@assoc/http', () => ({ ...jest.requireActual<object>('@assoc/http'), download: () => Promise.reject(new Error('no server')) }))

const question = (type: Question['type'], label: string, more: Partial<Question> = {}): Question => ({ type, code: 'c', label, ...more })
const yesNo = [
  { value: 'y', label: '是' },
  { value: 'n', label: '否' },
]

function form(questions: Record<string, Question>, more: Partial<FormDoc> = {}): FormDoc {
  const doc = emptyDoc('自查表', { page: 'p1', section: 's1' })
  return {
    ...doc,
    questions,
    blocks: { ...doc.blocks, s1: { kind: 'section', title: '', items: Object.keys(questions).filter((key) => !questions[key]?.in) } },
    ...more,
  }
}

function show(doc: FormDoc, answers: Answers = {}, previous: Answers = {}) {
  const changes: unknown[] = []
  const run = startRun(doc, answers, { today: '2026-03-02', previous })
  const sheet = createSheet(run, { previous, onChange: (path, value) => changes.push([path, value]) })
  const view = render(<FormSheet sheet={sheet} />)
  return { sheet, run, changes, view, user: userEvent.setup() }
}

describe('a form on screen', () => {
  it('numbers the questions that are shown, without a gap for one that is hidden', async () => {
    const { user, view } = show(
      form({
        q1: question('radio', '是否独立', { options: yesNo }),
        q2: question('text', '原因', { visibleIf: ['eq', ['q', 'q1'], 'n'] }),
        q3: question('text', '说明'),
      }),
    )
    const numbers = () => [...view.container.querySelectorAll('.fs-no')].map((one) => one.textContent)
    expect(numbers()).toEqual(['1.', '2.'])
    await user.click(screen.getByRole('radio', { name: '否' }))
    expect(numbers()).toEqual(['1.', '2.', '3.'])
  })

  it('sends files one by one, refuses what the question does not take, and a signature says who gave it', async () => {
    const doc = form({ q1: question('file', '报告', { exts: ['pdf'], fileMb: 1, max: '2' }), q2: question('signature', '签名') })
    const sheet = createSheet(startRun(doc, {}, { today: '2026-03-02' }))
    const send = jest.fn((_path: unknown, file: File) => Promise.resolve({ fileId: file.name.length.toString(), name: file.name, ...(file.name.endsWith('png') ? { by: '甄签名', at: '2026-03-02T01:05:00.000Z' } : {}) }))
    render(<FormSheet sheet={sheet} files={{ send }} />)
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(screen.getByLabelText('报告'), [new File(['x'], 'a.exe')])
    expect(await screen.findByText('只能上传 pdf 格式的文件')).toBeVisible()
    await user.upload(screen.getByLabelText('报告'), [new File([new Uint8Array(1024 * 1024 + 1)], 'long.pdf')])
    expect(await screen.findByText('文件不能超过 1 MB')).toBeVisible()
    await user.upload(screen.getByLabelText('报告'), [new File(['x'], 'a.pdf'), new File(['x'], 'bb.pdf'), new File(['x'], 'ccc.pdf')])
    expect(await screen.findByRole('button', { name: '移除 bb.pdf' })).toBeVisible()
    expect(sheet.run.value('q1')).toEqual([{ fileId: '5', name: 'a.pdf' }, { fileId: '6', name: 'bb.pdf' }])
    await user.upload(screen.getByLabelText('签名'), new File(['x'], 's.png'))
    expect(await screen.findByText('甄签名，2026-03-02 09:05 签署')).toBeVisible()
    expect(send).toHaveBeenCalledTimes(3)
    await user.click(screen.getByRole('button', { name: '移除 a.pdf' }))
    expect(sheet.run.value('q1')).toEqual([{ fileId: '6', name: 'bb.pdf' }])
  })

  it('shows a question by the answer to another, says why, and asks for it', async () => {
    const { sheet, run, user, changes } = show(
      form({
        q1: question('radio', '是否独立', { options: yesNo }),
        q2: question('text', '不独立的原因', { visibleIf: ['eq', ['q', 'q1'], 'n'], required: true }),
      }),
    )
    expect(screen.queryByText('不独立的原因')).toBeNull()
    await user.click(screen.getByRole('radio', { name: '否' }))
    expect(changes).toEqual([[{ key: 'q1' }, 'n']])
    await user.click(screen.getByRole('button', { name: '为什么显示' }))
    expect(screen.getByText('是否独立：否')).toBeVisible()
    act(() => sheet.show(run.faults(true)))
    await user.click(await screen.findByRole('button', { name: '请填写不独立的原因' }))
    expect(await screen.findByRole('textbox', { name: '不独立的原因' })).toBeInvalid()
  })

  it('is typed over by whoever comes by Tab, separators or not', async () => {
    const { run, user } = show(form({ q1: question('money', '经费', { unit: 'yuan' }) }), { q1: 2_000_000 })
    expect(screen.getByRole('textbox', { name: '经费' })).toHaveValue('20,000')
    await user.tab()
    await user.keyboard('777')
    expect(run.value('q1')).toBe(77_700)
  })

  it('takes numbers as people write them, money as 分, and keeps what is no number', async () => {
    const { run, user } = show(
      form({ q1: question('number', '人数', { decimals: 0 }), q2: question('money', '营业收入', { unit: 'wan' }) }),
    )
    await user.type(screen.getByRole('textbox', { name: '人数' }), '１，234.50')
    await user.type(screen.getByRole('textbox', { name: '营业收入' }), '1234.5')
    expect([run.value('q1'), run.value('q2')]).toEqual(['1234.5', 1_234_500_000])
    expect(screen.getByRole('textbox', { name: '人数' })).toHaveValue('1,234.5')
    expect(await screen.findByText('人数须为整数')).toBeVisible()
    await user.tab()
    expect(screen.getByRole('textbox', { name: '营业收入' })).toHaveValue('1,234.5')
    await user.clear(screen.getByRole('textbox', { name: '人数' }))
    await user.type(screen.getByRole('textbox', { name: '人数' }), '约十人')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '人数' })).toHaveValue('约十人')
    expect(await screen.findByText('人数须为数字')).toBeVisible()
  })

  it('adds and removes rows, sums them, and takes cells from a sheet', async () => {
    const doc = form({
      t1: question('repeat', '持股明细', { columns: ['a1', 'a2', 'a3'] }),
      a1: question('text', '姓名', { in: 't1' }),
      a2: question('number', '股数', { in: 't1' }),
      a3: question('select', '类别', { in: 't1', options: [{ value: 'x', label: '普通股' }] }),
      q1: question('calc', '合计', { calc: ['sum', ['column', 'a2']] }),
    })
    const { run, user } = show(doc)
    await user.click(screen.getByRole('button', { name: /添加一行/ }))
    const first = screen.getByRole('textbox', { name: '姓名，第 1 行' })
    fireEvent.paste(first, { clipboardData: { getData: () => '张一\t1,000\t普通股\r\n王二\t200.5\t没有的\r\n' } })
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByRole('status', { name: '合计' })).toHaveTextContent('1,200.5')
    expect(Object.values((run.submission().answers['t1'] as { cells: object }[])[0]?.cells ?? {})).toEqual(['张一', '1000', 'x'])
    await user.click(screen.getByRole('button', { name: '删除第 1 行' }))
    expect(screen.getByRole('status', { name: '合计' })).toHaveTextContent('200.5')
    expect(screen.getByRole('textbox', { name: '姓名，第 1 行' })).toHaveValue('王二')
  })

  it('offers the answer of the period before and asks why it differs so much', async () => {
    const { run, sheet, user } = show(form({ q1: question('number', '人数', { tolerance: '20' }) }), {}, { q1: '10' })
    await user.click(screen.getByRole('button', { name: '填入' }))
    expect(run.value('q1')).toBe('10')
    await user.clear(screen.getByRole('textbox', { name: '人数' }))
    await user.type(screen.getByRole('textbox', { name: '人数' }), '30')
    act(() => sheet.show(run.faults(true)))
    await user.type(screen.getByRole('textbox', { name: '人数：与上期差异的原因' }), '新设部门')
    expect(run.faults(true)).toEqual([])
  })

  it('is a table with merged cells, whose rows repeat', async () => {
    const doc: FormDoc = {
      ...form({
        q1: question('text', '公司名称'),
        t1: question('repeat', '人员', { columns: ['a1'] }),
        a1: question('text', '姓名', { in: 't1' }),
      }),
      table: {
        columns: [
          { id: 'c1', width: 40 },
          { id: 'c2', width: 80 },
        ],
        rows: [
          { id: 'r1', height: 8, head: true },
          { id: 'r2', height: 8 },
          { id: 'r3', height: 8, band: 't1' },
        ],
        cells: {
          x1: { row: 'r1', column: 'c1', rows: 1, columns: 2, text: '统计表' },
          x2: { row: 'r2', column: 'c1', rows: 1, columns: 1, text: '公司名称' },
          x3: { row: 'r2', column: 'c2', rows: 1, columns: 1, key: 'q1' },
          x4: { row: 'r3', column: 'c1', rows: 1, columns: 1 },
          x5: { row: 'r3', column: 'c2', rows: 1, columns: 1, key: 'a1' },
        },
      },
    }
    const { user, run } = show(doc)
    const table = screen.getByRole('table', { name: '自查表' })
    expect(within(table).getByText('统计表')).toHaveAttribute('colspan', '2')
    await user.click(screen.getByRole('button', { name: '人员：添加一行' }))
    await user.click(screen.getByRole('button', { name: '人员：添加一行' }))
    await user.type(screen.getByRole('textbox', { name: '姓名，第 2 行' }), '张一')
    await user.type(screen.getByRole('textbox', { name: '公司名称' }), '示例')
    expect(run.value('q1')).toBe('示例')
    expect(within(table).getAllByRole('row')).toHaveLength(5)
  })

  it('keeps a head in its place, with its rows in a table of their own', () => {
    const doc: FormDoc = {
      ...form({ q1: question('text', '公司名称') }),
      table: {
        columns: [{ id: 'c1', width: 40 }],
        rows: ['r1', 'r2', 'r3', 'r4'].map((id) => ({ id, height: 8, ...(id === 'r1' || id === 'r3' ? { head: true as const } : {}) })),
        cells: Object.fromEntries(['r1', 'r2', 'r3', 'r4'].map((row, i) => [`x${i}`, { row, column: 'c1', rows: 1, columns: 1, ...(row === 'r2' ? { key: 'q1' } : { text: row }) }])),
      },
    }
    render(<FormSheet sheet={createSheet(startRun(doc, { q1: '示例' }, { today: '2026-03-02' }))} mode="read" />)
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['r1', '示例', 'r3', 'r4'])
    expect(document.querySelectorAll('thead')).toHaveLength(2)
  })

  it('is printed with boxes and lines to write on', () => {
    const doc = form({ q1: question('radio', '是否独立', { options: yesNo }), q2: question('text', '姓名') })
    const sheet = createSheet(startRun(doc, { q1: 'n' }, { today: '2026-03-02' }))
    render(<FormSheet sheet={sheet} mode="print" />)
    expect(screen.getByText(/☐ 是/)).toBeVisible()
    expect(screen.getByText(/☑ 否/)).toBeVisible()
    expect(document.querySelectorAll('.fs-blank')).toHaveLength(1)
  })
})
