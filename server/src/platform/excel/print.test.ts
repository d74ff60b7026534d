import { workerFile } from '../../../test/global-setup'
import { setExcelWorker, writeWorkbook } from './excel'
import { readSheets } from './testing'
import { sheetParts, workbookParts } from './sheet-xml'

const HEAD = { name: "甲'乙", header: ['编号', '名称'], filter: true }

test('a sheet is printed on the width of a page, with its titles on each, and without what has no title', () => {
  const parts = new Map(workbookParts([HEAD]))
  expect(parts.get('xl/workbook.xml')).toContain(`<definedName name="_xlnm.Print_Area" localSheetId="0">'甲''乙'!$A:$B</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">'甲''乙'!$1:$1</definedName>`)
  const { before, after } = sheetParts(HEAD, [HEAD])
  expect(before).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
  expect(after(3)).toMatch(/<autoFilter ref="A1:B4"\/><pageMargins [^>]*\/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/><\/worksheet>$/)
})

test('a workbook that says how it is printed is read as before', async () => {
  setExcelWorker(workerFile(process.cwd()))
  const bytes = await writeWorkbook([{ ...HEAD, rows: [['1', '虚构']] }])
  expect((await readSheets(bytes)).map(({ rows, filtered }) => [rows, filtered])).toEqual([[[['编号', '名称'], ['1', '虚构']], 'A1:B2']])
})
