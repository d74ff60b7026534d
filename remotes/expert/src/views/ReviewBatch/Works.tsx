import { reviewWork, uploadReviewWorks, WORKS_ZIP } from '@assoc/contract/expert/review/work'
import { ApiError, newKey, upload } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, Flex, ResourcePart, Typography, Upload } from '@assoc/ui'
import { useState } from 'react'

/** Works that are handed in by themselves: entered, imported, or many of them in a zip. */
export function Works({ onClose }: { onClose: () => void }) {
  const [taken, setTaken] = useState(0)
  return (
    <AppDrawer open title="送审件" size={1080} onClose={onClose}>
      <Flex vertical gap={12}>
        {session().has('review:batch:update') ? <ZipUpload onDone={() => setTaken((n) => n + 1)} /> : null}
        <ResourcePart
          key={taken}
          name="expert/ReviewBatch/works"
          title="送审件"
          resource={reviewWork}
          keywordHint="编号、名称或拼音首字母"
          columns={[
            { field: 'workNo', width: 110, sortable: true },
            { field: 'title', width: 260 },
            { field: 'authorNames', width: 150 },
            { field: 'companyName', width: 120 },
            { field: 'batchCount', width: 90 },
            { field: 'updateTime', width: 155, sortable: true },
          ]}
          form={{ except: ['authorsText'] }}
          fields={{ title: { span: 2 }, summary: { span: 2 }, authors: { span: 2, help: '手机号码和身份证号只用于核对回避，保存后不再显示' }, files: { span: 2, help: '专家看到的是去除作者等属性的副本' }, remark: { span: 2 } }}
          initial={{ authors: [], files: [] }}
          detail={['workNo', 'title', 'summary', 'authors', 'companyName', 'files', 'batchCount', 'remark', 'updateTime']}
        />
      </Flex>
    </AppDrawer>
  )
}

function ZipUpload({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async (file: File) => {
    setBusy(true)
    setRefusal(null)
    try {
      const { workIds } = await upload(uploadReviewWorks, {}, file, file.name, { idempotencyKey: newKey() })
      toasts.success(`已登记 ${workIds.length} 件送审件`)
      onDone()
    } catch (error) {
      setRefusal(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} align="center" wrap>
        <Upload accept=".zip" showUploadList={false} beforeUpload={(file) => (void send(file), false)}>
          <Button loading={busy}>上传压缩包</Button>
        </Upload>
        <Typography.Text type="secondary">
          每个文件夹为一件，不在文件夹中的文件各为一件；.zip，最多 {WORKS_ZIP.works} 件、{WORKS_ZIP.megabytes} MB
        </Typography.Text>
      </Flex>
      {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
    </Flex>
  )
}
