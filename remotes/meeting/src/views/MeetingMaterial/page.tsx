import { meetingMaterial, openMaterial } from '@assoc/contract/meeting/material'
import { ApiError, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { resourcePage } from '@assoc/ui'

async function open(materialId: string): Promise<void> {
  try {
    const { blob, fileName } = await download(openMaterial, { materialId })
    saveAs(blob, fileName)
  } catch (error) {
    if (!(error instanceof ApiError)) toasts.error('文件没有下载成功，请检查网络后重试')
  }
}

/** Documents and slides of meetings, and whom each is for. */
export default resourcePage({
  name: 'meeting/MeetingMaterial',
  title: '会议资料',
  resource: meetingMaterial,
  columns: [
    { field: 'materialName', width: 240 },
    { field: 'meetingName', width: 240 },
    { field: 'openScope', width: 100 },
    { field: 'opened', width: 90 },
    { field: 'startTime', width: 150 },
    { field: 'createTime', width: 150, sortable: true },
  ],
  fields: {
    file: { help: 'pdf、docx、pptx，不超过 100 MB。PDF 打开时每页带查看人和时间的水印，其他格式原样下载', span: 2 },
    openScope: { help: '公开：所有登录人员；会员：正常会员单位；参会人：报名成功或已签到的人员及其单位；内部：会务人员' },
  },
  actions: (row) => [{ key: 'open', label: '打开', onClick: () => void open(row.materialId) }],
  texts: { delete: '删除后参会人不能再查看，不能恢复。' },
})
