import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workerFile } from '../../../test/global-setup'
import { validateWorkbook } from './archive'
import { csvRows } from './csv'
import { readTable, setExcelWorker, streamWorkbook, writeWorkbook, type CellValue } from './excel'
import { validate, TABLE_LIMITS } from './limits'
import { inlineCell, rawWorkbook, readBytes, readSheet, zipOf } from './testing'

const MB = 1024 * 1024
beforeEach(() => setExcelWorker(workerFile(process.cwd())))

describe('csv', () => {
  const folder = mkdtempSync(join(tmpdir(), 'csv-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const rowsOf = (text: string | Buffer) => {
    const path = join(folder, 'file.csv')
    writeFileSync(path, text)
    return csvRows(path)
  }
  const read = (text: string) => [...rowsOf(text)]
  test.each<[string, string, string[][]]>([
    ['quotation marks', '"a,1","b ""c""\nd",e"f"', [['a,1', 'b "c"\nd', 'ef']]],
    ['an empty quoted cell', '"",x\r\n', [['', 'x'], ['']]],
    ['no end of line', 'a,b\nc', [['a', 'b'], ['c']]],
    ['nothing', '', [['']]],
  ])('%s', (_what, text, rows) => expect(read(text)).toEqual(rows))

  test('what lies across two parts of the reading is whole: a character of three bytes, a doubled mark, the end of a quoted cell', () => {
    for (let before = 64 * 1024 - 6; before <= 64 * 1024; before++) {
      const filler = 'x'.repeat(100)
      const rows = `${`${filler}\n`.repeat(Math.floor(before / 101))}${'y'.repeat(before % 101)}`
      expect(read(`${rows}会"费""会",费\nz`).slice(-2)).toEqual([[`${'y'.repeat(before % 101)}会费"会`, '费'], ['z']])
    }
  })

  test('reading stops with who asks, and at a cell or a row that is too long', () => {
    const endless = rowsOf(Buffer.alloc(48 * MB, '\n'))
    expect([endless.next().value, endless.next().value]).toEqual([[''], ['']])
    endless.return(undefined)
    expect(() => rowsOf(Buffer.alloc(48 * MB, 'x')).next()).toThrow('longCell')
    expect(() => rowsOf(`"${'x'.repeat(TABLE_LIMITS.cellChars + 1)}"`).next()).toThrow('longCell')
    expect(rowsOf('x'.repeat(TABLE_LIMITS.cellChars)).next().value).toHaveLength(1)
    expect(() => rowsOf(`${','.repeat(TABLE_LIMITS.columns)}x`).next()).toThrow('tooWide')
    expect(rowsOf(`x${','.repeat(5000)}`).next().value).toHaveLength(TABLE_LIMITS.columns)
  })
})

test('rows are checked as they come', () => {
  const many = validate(2)
  for (let i = 0; i < 3; i++) many(['a'])
  expect(() => many(['a'])).toThrow('tooManyRows')
  expect(() => validate(2)([...Array<null>(TABLE_LIMITS.columns).fill(null), 'x'])).toThrow('tooWide')
  expect(validate(2)(Array<null>(16_384).fill(null))).toHaveLength(TABLE_LIMITS.columns)
  expect(() => validate(2)(['x'.repeat(TABLE_LIMITS.cellChars + 1)])).toThrow('longCell')
  const long = validate(1000)
  const row = ['x'.repeat(TABLE_LIMITS.cellChars)]
  expect(() => Array.from({ length: 400 }, () => long(row))).toThrow('tooLarge')
  const wide = validate(20_000)
  const cells = Array<number>(TABLE_LIMITS.columns).fill(1)
  expect(() => Array.from({ length: 10_001 }, () => wide(cells))).toThrow('tooLarge')
})

describe('workbooks', () => {
  const good = `<row>${inlineCell('甲')}<c><v>1</v></c></row>`
  const padding = (bytes: number) => ({ name: 'xl/media/image1.png', text: Buffer.alloc(bytes) })

  test('one that is as it should be is taken, and its rows come whole and in order, however many parts they come in', async () => {
    await expect(validateWorkbook(rawWorkbook(good))).resolves.toBeUndefined()
    expect(await readSheet(rawWorkbook(good), 10)).toEqual([['甲', 1]])
    const rows = Array.from({ length: 3500 }, (_, n) => [`第 ${n} 行`, n])
    expect(await readSheet(await writeWorkbook([{ name: '行', header: ['文字', '数'], rows }]), 5000)).toEqual([['文字', '数'], ...rows])
  })

  test.each<[string, () => Buffer, string]>([
    ['unpacks to more than it may', () => zipOf([padding(30 * MB), padding(21 * MB)]), 'tooLarge'],
    ['unpacks to more than its directory says', () => zipOf([{ ...padding(51 * MB), claims: 10 }]), 'tooLarge'],
    ['has a cell that is too long to be one', () => rawWorkbook(`<row>${inlineCell('x'.repeat(MB))}</row>`), 'longCell'],
    ['has a tag without end', () => rawWorkbook(`<row a="${'x'.repeat(MB)}"/>`), 'tooLarge'],
    ['has a cell in too many pieces', () => rawWorkbook(`<row><c t="inlineStr"><is>${'<r><t/></r>'.repeat(70_000)}</is></c></row>`), 'longCell'],
    ['has rows that are as wide as a sheet can be', () => rawWorkbook(`<row><c s="1" r="XFD1"><v>1</v></c></row>`.repeat(201)), 'tooWide'],
    ['has too many cells', () => rawWorkbook('<row><c/><c r="B1"/><c>'.repeat(700_000)), 'tooLarge'],
    ['has too many shared texts', () => rawWorkbook(good, { shared: '<si><t/></si>'.repeat(700_000) }), 'tooLarge'],
    ['hides its text from the counting', () => rawWorkbook('<row><c><![CDATA[<<]]></c></row>'), 'unreadable'],
    ['is none', () => Buffer.from('PK\u0003\u0004 and nothing more that could be a directory'), 'unreadable'],
    ['is broken', () => rawWorkbook(good).fill(0xff, 60, 90), 'unreadable'],
  ])('one that %s is refused', async (_what, make, reason) => {
    await expect(validateWorkbook(make())).rejects.toThrow(reason)
    await expect(readSheet(make(), 10)).rejects.toMatchObject({ name: 'ExcelError', reason })
  })

  test('50,000 rows of five different texts each, kept apart as spreadsheet programs do, are read', async () => {
    const ROWS = 50_000
    const item = (i: number) => (i === 3 ? '<si/>' : i === 7 ? '<si><r><rPr><b/></rPr><t>A &amp; </t></r><r><t xml:space="preserve">B</t></r><rPh sb="0" eb="1"><t>注音</t></rPh></si>' : `<si><t>第 ${i} 个不同的文字</t></si>`)
    const shared = Array.from({ length: ROWS * 5 }, (_, i) => item(i)).join('')
    const rows = Array.from({ length: ROWS }, (_, r) => `<row r="${r + 1}">${Array.from({ length: 5 }, (__, c) => `<c r="${'ABCDE'[c]}${r + 1}" t="s"><v>${r * 5 + c}</v></c>`).join('')}</row>`).join('')
    const read = await readSheet(rawWorkbook(rows, { shared }), ROWS)
    expect([read.length, read[49_999]?.[4], read[0], read[1]?.slice(0, 3)]).toEqual([
      ROWS,
      '第 249999 个不同的文字',
      ['第 0 个不同的文字', '第 1 个不同的文字', '第 2 个不同的文字', '', '第 4 个不同的文字'],
      ['第 5 个不同的文字', '第 6 个不同的文字', 'A & B'],
    ])
    // A long text that many cells name is counted as often as it stands in the table, and a number that names none is no text.
    const long = { shared: `<si><t>${'x'.repeat(30_000)}</t></si>${'<si><t>abcdefgh</t></si>'.repeat(80_000)}` }
    await expect(readSheet(rawWorkbook('<row><c t="s"><v>0</v></c></row>'.repeat(5000), long), ROWS)).rejects.toMatchObject({ reason: 'tooLarge' })
    await expect(readSheet(rawWorkbook('<row><c t="s"><v>80001</v></c></row>', long), ROWS)).rejects.toMatchObject({ reason: 'unreadable' })
  })

  test('of rows, columns and characters there may be so many', async () => {
    await expect(readSheet(rawWorkbook('<row/>'.repeat(1000)), 10)).rejects.toMatchObject({ reason: 'tooManyRows' })
    await expect(readSheet(rawWorkbook('<row><c r="XFD1"><v>1</v></c></row>'), 10)).rejects.toMatchObject({ reason: 'tooWide' })
    await expect(readSheet(rawWorkbook(`<row>${inlineCell('x'.repeat(TABLE_LIMITS.cellChars + 1))}</row>`), 10)).rejects.toMatchObject({ reason: 'longCell' })
  })
})

describe('a workbook that is written as its rows come', () => {
  const all = async (bytes: AsyncIterable<Buffer>) => {
    const held: Buffer[] = []
    for await (const part of bytes) held.push(part)
    return Buffer.concat(held)
  }
  const sheet = (parts: () => AsyncIterable<CellValue[][]> | Iterable<CellValue[][]>) => ({ name: '行', header: ['甲'], parts })

  test('has every text as it was, also those that XML or workbooks know as something else', async () => {
    const texts = ['<b> & "c" \'d\'', '=1+1', ' vorn und hinten ', 'zwei\nZeilen', '\u0001\u001f', '_x0041_', '𠮷野家', ']]>']
    const book = await writeWorkbook([{ name: '文字', header: ['a & <b>'], rows: texts.map((text) => [text]) }])
    expect(await readSheet(book, 20)).toEqual([['a & <b>'], ...texts.map((text) => [text])])
  })

  test('asks for no more rows than fit before the writer and the taker while nothing is taken, and for the second sheet after the first', async () => {
    const TOTAL = 600
    let asked = 0
    // Texts that no compression shrinks: 120 MB of them in all.
    function* many() {
      for (; asked < TOTAL; asked++) yield Array.from({ length: 100 }, (): CellValue[] => [randomBytes(1500).toString('base64')])
    }
    let stopped = 0
    const size = await streamWorkbook([sheet(many), { ...sheet(() => [[[asked]]]), name: '二' }], async (bytes) => {
      let total = 0
      for await (const part of bytes) {
        if (total === 0) {
          // Until nobody asks for more, turn by turn of the event loop.
          for (let before = -1, still = 0; still < 2000; still = before === asked ? still + 1 : 0) {
            before = asked
            await new Promise((resolve) => setImmediate(resolve))
          }
          stopped = asked
        }
        total += part.length
      }
      return total
    })
    expect(stopped).toBeLessThan(TOTAL / 2)
    expect([asked, size > 60 * MB]).toEqual([TOTAL, true])
  })

  test('ends with what its rows or its taker throw, and lets go of what the rows are read from', async () => {
    let open = 0
    async function* rows(failing: boolean): AsyncGenerator<CellValue[][]> {
      open += 1
      try {
        for (let i = 0; i < 10_000; i++) {
          if (failing && i === 20) throw new Error('the rows end')
          yield [[i]]
        }
      } finally {
        await new Promise((resolve) => setImmediate(resolve))
        open -= 1
      }
    }
    await expect(streamWorkbook([sheet(() => rows(true))], all)).rejects.toThrow('the rows end')
    expect(open).toBe(0)
    const full = async (bytes: AsyncIterable<Buffer>) => {
      for await (const _part of bytes) throw new Error('the disk is full')
    }
    await expect(streamWorkbook([sheet(() => rows(false))], full)).rejects.toThrow('the disk is full')
    expect(open).toBe(0)
    expect(await readSheet(await streamWorkbook([sheet(() => [[['b']]])], all), 5)).toEqual([['甲'], ['b']])
  })
})

describe('a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  const program = (source: string) => {
    const path = join(folder, `${Math.random()}.mjs`)
    writeFileSync(path, source)
    setExcelWorker(path)
  }
  afterAll(() => rmSync(folder, { recursive: true }))
  afterEach(() => jest.useRealTimers())

  test('that dies or runs out of memory is a file that cannot be read, and its turn is given on', async () => {
    program('process.exit(1)')
    await Promise.all(Array.from({ length: 6 }, () => expect(readBytes('csv', Buffer.from('a'), 1)).rejects.toMatchObject({ reason: 'tooLarge' })))
    await expect(writeWorkbook([{ name: 'a', header: ['a'], rows: [] }])).rejects.toMatchObject({ message: '内容过多，无法生成文件，请缩小范围后重试' })
    program('const all = []; for (;;) all.push(new Array(1000).fill(Math.random()))')
    await expect(readBytes('csv', Buffer.from('a'), 1)).rejects.toMatchObject({ reason: 'tooLarge' })
    setExcelWorker(workerFile(process.cwd()))
    expect(await readBytes('csv', Buffer.from('a,b'), 1)).toEqual([['a', 'b']])
  })

  test('that hangs is ended', async () => {
    program('setInterval(() => undefined, 1000)')
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] })
    const reading = expect(readTable('csv', '', 1)).rejects.toMatchObject({ reason: 'tooLarge' })
    await new Promise((resolve) => setImmediate(resolve))
    jest.advanceTimersByTime(30_000)
    await reading
  })
})
