import type { AnswerFile } from '@assoc/contract/form/engine/answers'
import { useContext, useState } from 'react'
import { UploadsContext } from '../data/kit/uploads'
import { Button, CloseOutlined, UploadOutlined } from '../shell'
import type { ControlProps } from './Control'

const MB = 1024 * 1024
const MAX_MB = 20
const OFFERED: Record<string, readonly string[]> = { image: ['jpg', 'jpeg', 'png'], signature: ['jpg', 'jpeg', 'png'] }
const ANY = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'zip']

/** Files of an answer: each is sent when it is chosen and belongs to the answer at once. Without a place to send them to, nothing can be chosen. */
export function FilesControl({
  id,
  question,
  name,
  path,
  value,
  onChange,
  disabled,
  files,
}: Omit<ControlProps, 'value'> & { value: readonly AnswerFile[] }) {
  const [sending, setSending] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const uploads = useContext(UploadsContext)
  const exts = question.exts ?? OFFERED[question.type] ?? ANY
  const most = Number(question.max ?? (question.type === 'signature' ? 1 : 5))

  const send = async (list: readonly File[]): Promise<boolean> => {
    let all = [...value]
    setFault(null)
    for (const file of list.slice(0, most - all.length)) {
      const wrong = faultOf(file, exts)
      if (wrong || !files) {
        setFault(wrong ?? '预览中不能上传文件')
        return false
      }
      setSending(file.name)
      try {
        all = [...all, await files.send(path, file)]
        onChange(all)
      } catch (error) {
        setFault(error instanceof Error && error.message ? error.message : '没有上传成功，请检查网络后重试')
        return false
      } finally {
        setSending(null)
      }
    }
    return true
  }

  return (
    <div>
      {value.map((file) => (
        <div key={file.fileId}>
          {files ? (
            <button type="button" className="fs-link" onClick={() => files.open(path, file)}>
              {file.name}
            </button>
          ) : (
            file.name
          )}
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
      {disabled || value.length >= most ? null : (
        <>
          <label htmlFor={id} className="fs-upload">
            <input
              id={id}
              type="file"
              hidden
              aria-label={name}
              multiple={most > 1}
              accept={exts.map((ext) => `.${ext}`).join(',')}
              onChange={(e) => {
                const work = send([...(e.target.files ?? [])])
                e.target.value = ''
                uploads?.add(work)
              }}
            />
          </label>
          <Button
            icon={<UploadOutlined />}
            disabled={sending !== null || !files}
            aria-label={`选择文件：${name}`}
            onClick={() => document.getElementById(id)?.click()}
          >
            {question.type === 'signature' ? '上传签名图片' : '选择文件'}
          </Button>
          <div className="fs-help">
            {exts.join('、')}，每个不超过 {MAX_MB} MB，最多 {most} 个{files ? '' : '。预览中不能上传'}
          </div>
        </>
      )}
    </div>
  )
}

function faultOf(file: File, exts: readonly string[]): string | null {
  const ext = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!exts.includes(ext)) return `只能上传 ${exts.join('、')} 格式的文件`
  if (file.size > MAX_MB * MB) return `文件不能超过 ${MAX_MB} MB`
  return file.size === 0 ? '文件是空的' : null
}
