import type { ResponseOf } from '@assoc/contract'
import { archiveStatus, type memberArchive, packArchives } from '@assoc/contract/member/archive'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import type { Column, FormField, RowAction } from '@assoc/ui'

type Row = ResponseOf<typeof memberArchive.list>['items'][number]

/** Columns of archives, as they are kept and as they wait to be. */
export const COLUMNS: readonly Column<Row>[] = [
  { field: 'archiveNo', width: 130, sortable: true },
  { field: 'title', width: 200 },
  { field: 'memberName', width: 125 },
  { field: 'memberNo', width: 120 },
  { field: 'archiveType', width: 100 },
  { field: 'retention', width: 95, hidden: true },
  { field: 'archiveStatus', width: 105, tag: archiveStatus },
  { field: 'archiveDate', width: 115, hidden: true },
  { field: 'updateTime', width: 150, sortable: true, hidden: true },
]

export const FIELDS: Record<string, Partial<FormField>> = { papers: { help: '归档之后不能再增减文件' } }

export const TEXTS = {
  archive: '归档后题名和文件不能再修改。',
  lend: '请写明借阅人和归还日期。',
  askDestroy: '须由另一人批准后才会销毁，请写明依据。',
  destroy: '文件将在三十天后彻底清除，档案号和题名保留。',
  delete: '删除后不能恢复。',
}

/** All documents of a member as one file; the person is told when it is there. */
export const packAction = ({ memberId, memberName }: Row): RowAction => ({
  key: 'pack',
  label: '打包下载',
  onClick: () =>
    void api(packArchives, { memberId }).then(
      () => toasts.success(`正在打包「${memberName}」的档案，完成后在导出任务中下载`),
      () => undefined,
    ),
})
