import { readFile } from 'node:fs/promises'
import type { ResponseOf } from '@assoc/contract'
import { problemOfProposal } from '@assoc/contract/form/engine/proposal'
import { readFormLayout } from '@assoc/contract/form/workbook'
import { refuse } from '../../../platform/errors'
import { readBook } from '../../../platform/excel/excel'
import { handle, type Context, type UploadedFile } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { recognised } from './recognise'

/** The one workbook of an upload. What is no archive is told by name: staff choose the old kind, or one with macros, often enough. */
export function onlyWorkbook(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files
  if (!file) throw refuse.field('file', '请选择 Excel 文件')
  if (/\.xlsm$/i.test(file.fileName)) throw refuse.field('file', '含宏的工作簿不能导入，请另存为 .xlsx')
  if (/\.xls$/i.test(file.fileName)) throw refuse.field('file', '旧格式的 .xls 不能导入，请另存为 .xlsx')
  if (!/\.xlsx$/i.test(file.fileName)) throw refuse.field('file', '只能上传 .xlsx 文件')
  if (file.head.toString('latin1', 0, 2) !== 'PK') throw refuse.field('file', '文件不是 Excel 工作簿，或有密码')
  return file
}

async function readLayout({ input, files }: Context<typeof readFormLayout>): Promise<ResponseOf<typeof readFormLayout>> {
  const file = onlyWorkbook(files)
  const proposal = recognised(await readBook(await readFile(file.path)), input.sheet)
  if (!proposal) throw refuse.field('file', input.sheet === undefined ? '文件中没有内容' : `工作表“${input.sheet}”没有内容`)
  const problem = problemOfProposal(proposal)
  if (problem) throw refuse.field('file', problem)
  return proposal
}

/** Table forms that are made of Excel sheets. */
export const workbook: ServerModule = { bindings: [handle(readFormLayout, readLayout)] }
