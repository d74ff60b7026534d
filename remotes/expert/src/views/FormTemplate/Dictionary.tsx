import { CODE, type ResponseOf } from '@assoc/contract'
import type { ChangeKind } from '@assoc/contract/form/engine/compare'
import { exportFormDictionary, readFormDictionary, saveFormDraft, type formTemplate } from '@assoc/contract/form/template'
import { api, ApiError, newKey, upload } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppModal, Button, DownloadOutlined, Flex, ImportOutlined, Typography, Upload, useExport, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useRef, useState } from 'react'

type Found = ResponseOf<typeof readFormDictionary>

const KINDS: Record<ChangeKind, string> = { breaks: '与以前的答案不再可比', statistics: '影响统计口径', harmless: '不影响已有答案' }
/** Changes of a kind that are told one by one. */
const TOLD = 200

/** The data dictionary of a form: as a workbook, and what an edited one would change before it is taken. */
export function Dictionary({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formTemplate>>) {
  const { templateId } = row
  const file = useExport(exportFormDictionary)
  const [found, setFound] = useState<Found | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef('')
  const mayChange = row.formStatus !== 'archived' && session().has('form:template:update')
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (caught) {
      if (!(caught instanceof ApiError)) setProblem('网络连接失败，请重试')
      else if (caught.code === CODE.conflict) {
        setFound(null)
        setProblem('读取之后有人修改了草稿中的同一处内容，请重新上传以核对差异')
      } else setProblem(caught.fields[0]?.message ?? caught.message)
    } finally {
      setBusy(false)
    }
  }
  const read = (chosen: File) =>
    attempt(async () => {
      setFound(null)
      setFound(await upload(readFormDictionary, { templateId }, chosen, chosen.name, { quiet: [CODE.input] }))
      key.current = newKey()
    })
  const take = ({ revision, patches }: Found) =>
    attempt(async () => {
      await api(saveFormDraft, { templateId, base: revision, patches }, { idempotencyKey: key.current, quiet: [CODE.input, CODE.conflict] })
      toasts.success('数据字典的修改已写入草稿')
      onDone()
    })
  const nothing = found !== null && found.patches.length === 0
  return (
    <AppModal
      open
      title={`数据字典：${row.formName}`}
      width={720}
      okText="写入草稿"
      confirmLoading={busy}
      okButtonProps={{ disabled: !found || nothing }}
      onCancel={onClose}
      {...(mayChange ? { onOk: () => void (found && take(found)) } : { footer: null })}
    >
      <Typography.Paragraph type="secondary">每题一行：编号、列名、题目、题型、选项、必填、说明等。可在 Excel 中修改后上传，核对差异后写入草稿。</Typography.Paragraph>
      <Flex gap={8} wrap>
        <Button icon={<DownloadOutlined />} loading={file.busy} onClick={() => void file.run({ templateId })}>
          下载草稿的数据字典
        </Button>
        {row.latestVersion === null ? null : (
          <Button icon={<DownloadOutlined />} disabled={file.busy} onClick={() => void file.run({ templateId, versionNo: row.latestVersion ?? 1 })}>
            下载第 {row.latestVersion} 版的数据字典
          </Button>
        )}
        {mayChange ? (
          <Upload
            accept=".xlsx,.xls,.csv"
            showUploadList={false}
            disabled={busy}
            beforeUpload={(chosen) => {
              void read(chosen)
              return false
            }}
          >
            <Button icon={<ImportOutlined />} loading={busy}>
              上传修改后的数据字典
            </Button>
          </Upload>
        ) : null}
      </Flex>
      {problem ? <Alert type="error" showIcon title={problem} style={{ marginTop: 12 }} /> : null}
      {found ? <Difference found={found} /> : null}
    </AppModal>
  )
}

function Difference({ found: { changes, refused } }: { found: Found }) {
  return (
    <section aria-label="与草稿的差异" style={{ marginTop: 12, maxHeight: 360, overflow: 'auto' }}>
      <Typography.Paragraph strong>{changes.length === 0 ? '与草稿没有差别。' : `与草稿相比有 ${changes.length} 处修改：`}</Typography.Paragraph>
      {(Object.keys(KINDS) as ChangeKind[]).map((kind) => {
        const some = changes.filter((one) => one.kind === kind)
        return some.length === 0 ? null : (
          <div key={kind}>
            <Typography.Text type={kind === 'breaks' ? 'danger' : 'secondary'}>
              {KINDS[kind]}（{some.length}）
            </Typography.Text>
            <ul style={{ paddingInlineStart: 20 }}>
              {some.slice(0, TOLD).map(({ at, message }) => (
                <li key={`${at} ${message}`}>{message}</li>
              ))}
            </ul>
          </div>
        )
      })}
      {refused.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${refused.length} 行没有采用`}
          description={
            <ul style={{ paddingInlineStart: 20, margin: 0 }}>
              {refused.slice(0, TOLD).map(({ row, message }) => (
                <li key={`${row} ${message}`}>{message}</li>
              ))}
            </ul>
          }
        />
      ) : null}
    </section>
  )
}
