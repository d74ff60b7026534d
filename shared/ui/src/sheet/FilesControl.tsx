import type { AnswerFile } from '@assoc/contract/form/engine/answers'
import { fileRuleOf } from '@assoc/contract/form/engine/files'
import { FileLink } from '../data/kit/FileLinks'
import { Button, CloseOutlined, UploadOutlined } from '../shell'
import type { ControlProps } from './Control'
import { useSending } from './files'

/** Files of an answer: each is sent when it is chosen and belongs to the answer at once. Without a place to send them to, nothing can be chosen. */
export function FilesControl({ id, question, name, path, value, onChange, disabled, files }: Omit<ControlProps, 'value'> & { value: readonly AnswerFile[] }) {
  const { sending, fault, send } = useSending(files, path, question)
  const { exts, maxMb, max } = fileRuleOf(question)
  const choose = (list: readonly File[]) => {
    let all = [...value]
    void send(list.slice(0, max - all.length), (file) => {
      all = [...all, file]
      onChange(all)
    })
  }
  return (
    <div>
      {value.map((file) => (
        <div key={file.fileId} className="fs-file">
          {files ? <FileLink file={{ fileId: file.fileId, fileName: file.name }} /> : file.name}
          {disabled ? null : (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={`移除 ${file.name}`}
              onClick={() => onChange(value.length > 1 ? value.filter((one) => one.fileId !== file.fileId) : undefined)}
            />
          )}
        </div>
      ))}
      {sending ? <div role="status">正在上传 {sending}</div> : null}
      {fault ? (
        <div role="alert" className="fs-fault">
          {fault}
        </div>
      ) : null}
      {disabled || value.length >= max ? null : (
        <>
          <FileButton id={id} name={name} exts={exts} many={max > 1} disabled={sending !== null || !files?.send} label={question.type === 'image' ? '选择图片' : '选择文件'} onChoose={choose} />
          <div className="fs-help">
            {exts.join('、')}，每个不超过 {maxMb} MB，最多 {max} 个{files?.send ? '' : '。预览中不能上传'}
          </div>
        </>
      )}
    </div>
  )
}

/** A button that opens the device's choice of files. */
export function FileButton({ id, name, exts, many, disabled, label, onChoose }: { id: string; name: string; exts: readonly string[]; many: boolean; disabled: boolean; label: string; onChoose: (files: readonly File[]) => void }) {
  return (
    <>
      <input
        id={id}
        type="file"
        hidden
        aria-label={name}
        multiple={many}
        accept={exts.flatMap((ext) => (ext === 'jpg' ? ['.jpg', '.jpeg'] : [`.${ext}`])).join(',')}
        onChange={(e) => {
          const list = [...(e.target.files ?? [])]
          e.target.value = ''
          onChoose(list)
        }}
      />
      <Button icon={<UploadOutlined />} disabled={disabled} aria-label={`${label}：${name}`} onClick={() => document.getElementById(id)?.click()}>
        {label}
      </Button>
    </>
  )
}
