import { documentOfProposal, type Proposal } from '@assoc/contract/form/engine/proposal'
import { LAYOUT_MB, readFormLayout } from '@assoc/contract/form/workbook'
import { ApiError, upload } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, Flex, Select, Typography, Upload } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { DesignerStore } from '../store'
import { useDesignerStyle } from '../styles'
import { FieldGrid } from './FieldGrid'
import { Review } from './review'

interface Props {
  store: DesignerStore
  templateId: string
  onClose: () => void
}

/** An Excel sheet becomes the table of the form: what was recognised in it is gone through field by field, by keyboard alone if wished. */
export const ImportDialog = observer(function ImportDialog({ store, templateId, onClose }: Props) {
  const style = useDesignerStyle()
  const [file, setFile] = useState<File | null>(null)
  const [review, setReview] = useState<Review | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const done = useRef<HTMLButtonElement>(null)
  const read = async (chosen: File, sheet?: string) => {
    setFile(chosen)
    setRefusal(null)
    if (chosen.size > LAYOUT_MB * 1024 * 1024) return setRefusal(`文件不能超过 ${LAYOUT_MB} MB`)
    setBusy(true)
    try {
      setReview(new Review(await upload(readFormLayout, { templateId, ...(sheet === undefined ? {} : { sheet }) }, chosen, chosen.name)))
    } catch (error) {
      setRefusal(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const take = () => {
    if (!review) return
    const { doc, left } = documentOfProposal(store.doc, review.proposal, review.taken, new Set(Object.keys(store.published?.questions ?? {})), store.newKey)
    const refused = store.edit(doc, '由 Excel 导入')
    if (refused !== null) return setRefusal(refused)
    const count = review.taken.size - left.length
    toasts.success(`已导入 ${count} 道题`)
    if (left.length > 0) toasts.show('info', `${left.map(({ cell }) => cell).join('、')} 的公式引用了未采用的单元格，没有导入`)
    store.say(`已导入 ${count} 道题`)
    onClose()
  }
  const count = review?.taken.size ?? 0
  return (
    <AppModal
      style={style}
      open
      width={960}
      title="由 Excel 导入版面"
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>取消</Button>
          {review ? (
            <Button disabled={review.open === 0} onClick={() => review.takeRest()}>
              其余全部采用
            </Button>
          ) : null}
          <Button ref={done} type="primary" disabled={count === 0} onClick={take}>
            导入{count > 0 ? ` ${count} 项` : ''}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        {store.doc.table ? <Alert type="warning" showIcon title="导入会替换现有版面，未发布过的题目会移除。导入后可以撤销。" /> : null}
        <Flex gap={8} align="center" wrap>
          <Upload accept=".xlsx" showUploadList={false} beforeUpload={(chosen) => (void read(chosen), false)}>
            <Button loading={busy} type={review ? 'default' : 'primary'} autoFocus>
              {review ? '重新选择文件' : '选择 Excel 文件'}
            </Button>
          </Upload>
          <Typography.Text type="secondary">{file ? file.name : `.xlsx，不超过 ${LAYOUT_MB} MB`}</Typography.Text>
          {review && file ? <Sheets proposal={review.proposal} onChoose={(name) => void read(file, name)} /> : null}
        </Flex>
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        {review ? <FieldGrid key={review.proposal.sheet} review={review} onEnd={() => done.current?.focus()} /> : null}
        {review && review.proposal.unread.length > 0 ? <Unread proposal={review.proposal} /> : null}
      </Flex>
    </AppModal>
  )
})

function Sheets({ proposal, onChoose }: { proposal: Proposal; onChoose: (name: string) => void }) {
  if (proposal.sheets.length < 2) return null
  return <Select aria-label="工作表" style={{ minWidth: 160 }} value={proposal.sheet} options={proposal.sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name}（隐藏）` : name }))} onChange={onChoose} />
}

/** What was not understood, by its cell. */
function Unread({ proposal }: { proposal: Proposal }) {
  return (
    <Alert
      type="info"
      showIcon
      title={`${proposal.unread.length} 处没有识别`}
      description={
        <ul className="fd-list" style={{ maxHeight: 120, overflow: 'auto' }}>
          {proposal.unread.map(({ cell, why }, i) => (
            <li key={`${i} ${cell}`}>
              {cell ? <strong>{cell} </strong> : null}
              {why}
            </li>
          ))}
        </ul>
      }
    />
  )
}
