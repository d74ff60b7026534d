import { Upload } from 'antd'
import { CODE, type FileItem, type FileRule } from '@assoc/contract'
import { uploadFile } from '@assoc/contract/platform/file'
import { ApiError, upload, uploadInParts, type PartedUpload } from '@assoc/http'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button, CloseOutlined, Flex, Typography, UploadOutlined, theme } from '../shell'
import { FileLink } from '../data/kit/FileLinks'
import { UploadsContext } from '../data/kit/uploads'

export interface FilesInputProps {
  id?: string
  value?: readonly FileItem[] | null
  onChange?: (value: FileItem[]) => void
  /** `<resource>.<field>`, by which the server knows what the files may be. */
  purpose: string
  rule: FileRule
  disabled?: boolean
}

interface Sending {
  key: number
  name: string
  percent: number
  fault: string | null
  /** A large file, which can be stopped and goes on. */
  parts?: PartedUpload
  paused?: boolean
  /** Of a large file that was broken off and can go on: the file again. */
  again?: File
}

/** Whether a file comes no further until somebody says so. */
const isStopped = ({ paused, again }: Sending): boolean => paused === true || again !== undefined

const MB = 1024 * 1024

/** Files of a field: each is sent when it is chosen, and stands there with its progress, its fault, or ready. */
export function FilesInput({ id, value, onChange, purpose, rule, disabled = false }: FilesInputProps) {
  const { token } = theme.useToken()
  const [sending, setSending] = useState<readonly Sending[]>([])
  // Several files are sent at a time; each takes its place beside those that came meanwhile.
  const held = useRef<FileItem[]>([])
  useLayoutEffect(() => {
    held.current = [...(value ?? [])]
  }, [value])
  const uploads = useContext(UploadsContext)
  const counter = useRef(0)
  const [awaited, setAwaited] = useState(false)
  const stopped = useRef(false)
  useEffect(() => uploads?.join({ isStopped: () => stopped.current, onAwaited: () => setAwaited(true) }), [uploads])
  useLayoutEffect(() => {
    stopped.current = sending.some(isStopped)
    if (stopped.current) uploads?.stop()
    if (!sending.some((s) => s.parts)) setAwaited(false)
  }, [sending, uploads])
  const change = (key: number, how: Partial<Sending> | null) => setSending((all) => all.flatMap((s) => (s.key === key ? (how ? [{ ...s, ...how }] : []) : [s])))
  /** Sends a file; answers whether it arrived. */
  const send = async (file: File): Promise<boolean> => {
    counter.current += 1
    const key = counter.current
    // Chosen again or told to go on, it takes the place of what was broken off.
    setSending((all) => [...all.filter(({ again }) => again?.name !== file.name || again.size !== file.size), { key, name: file.name, percent: 0, fault: faultOf(file, rule) }])
    if (faultOf(file, rule)) return false
    let parts: PartedUpload | undefined
    try {
      const options = { quiet: [CODE.input, CODE.forbidden, CODE.tooMany], onProgress: (loaded: number, total: number) => change(key, { percent: Math.floor((loaded / total) * 100) }) }
      parts = rule.inParts ? uploadInParts(purpose, file, options) : undefined
      if (parts) change(key, { parts })
      const item = parts ? await parts.done : ((await upload(uploadFile, { purpose }, file, file.name, options)) as FileItem)
      held.current = [...held.current, item]
      onChange?.(held.current)
      change(key, null)
      return true
    } catch (error) {
      change(key, { fault: sentenceOf(error), paused: false, ...(parts && canGoOn(error) ? { again: file } : {}) })
      return false
    }
  }
  const begin = (file: File) => {
    const work = send(file)
    uploads?.add(work)
  }
  const room = rule.max - (value?.length ?? 0) - sending.filter((s) => !s.fault).length
  return (
    <Flex vertical gap={6} id={id ?? ''} tabIndex={-1}>
      {(value ?? []).map((item) => (
        <Flex key={item.fileId} align="center" gap={8}>
          <FileLink file={item} />
          <Button type="text" size="small" icon={<CloseOutlined />} disabled={disabled} aria-label={`移除 ${item.fileName}`} onClick={() => onChange?.(held.current.filter((f) => f.fileId !== item.fileId))} />
        </Flex>
      ))}
      {sending.map((s) => (
        <Flex key={s.key} align="center" gap={8} role="status">
          <span style={{ overflowWrap: 'anywhere' }}>{s.name}</span>
          {s.fault ? (
            <>
              <span role="alert" style={{ color: token.colorError }}>
                {s.fault}
              </span>
              {s.parts && s.again ? (
                <PartsButtons parts={s.parts} paused onPause={() => s.again && begin(s.again)} onCancel={() => change(s.key, null)} />
              ) : (
                <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`不再上传 ${s.name}`} onClick={() => change(s.key, null)} />
              )}
            </>
          ) : (
            <>
              <Typography.Text type="secondary">
                {s.paused ? '已暂停' : '正在上传'} {s.percent}%
              </Typography.Text>
              {s.parts ? <PartsButtons parts={s.parts} paused={s.paused === true} onPause={(paused) => change(s.key, { paused })} onCancel={() => change(s.key, null)} /> : null}
            </>
          )}
        </Flex>
      ))}
      {awaited ? <Awaited stopped={sending.some(isStopped)} /> : null}
      <Flex align="center" gap={8} wrap>
        <Upload
          showUploadList={false}
          multiple={rule.max > 1}
          accept={rule.exts.map((e) => `.${e}`).join(',')}
          disabled={disabled || room <= 0}
          beforeUpload={(file) => {
            begin(file)
            return false
          }}
        >
          <Button icon={<UploadOutlined />} disabled={disabled || room <= 0}>
            选择文件
          </Button>
        </Upload>
        <Typography.Text type="secondary">
          {rule.exts.join('、')}，每个不超过 {rule.maxMb} MB，最多 {rule.max} 个{rule.inParts ? '。中断后重新选择同一文件可以续传' : ''}
        </Typography.Text>
      </Flex>
    </Flex>
  )
}

/** Why a form with a large file is not saved yet, and what its person can do. */
function Awaited({ stopped }: { stopped: boolean }) {
  const { token } = theme.useToken()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that was pressed stands at the other end of the form.
    if (stopped) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [stopped])
  return (
    <span ref={place} role="alert" style={{ color: stopped ? token.colorError : token.colorTextSecondary }}>
      {stopped ? '文件还没有传完，暂时不能保存：请点“继续”传完，或点“取消上传”移除后再保存。' : '保存要等文件传完。网络中断时会自动重试；不再需要这个文件，可以取消上传。'}
    </span>
  )
}

function PartsButtons({ parts, paused, onPause, onCancel }: { parts: PartedUpload; paused: boolean; onPause: (paused: boolean) => void; onCancel: () => void }) {
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          if (paused) parts.resume()
          else parts.pause()
          onPause(!paused)
        }}
      >
        {paused ? '继续' : '暂停'}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onCancel()
          void parts.cancel()
        }}
      >
        取消上传
      </Button>
    </>
  )
}

function faultOf(file: File, rule: FileRule): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase().replace(/^jpeg$/, 'jpg') ?? ''
  if (!rule.exts.includes(extension)) return `只能上传 ${rule.exts.join('、')} 格式的文件`
  if (file.size > rule.maxMb * MB) return `文件不能超过 ${rule.maxMb} MB`
  return file.size === 0 ? '文件是空的' : null
}

/** Whether a large file that broke off goes on from where it was: the line or the server failed, and nothing was refused. */
const canGoOn = (error: unknown): boolean => !(error instanceof ApiError) || error.code === CODE.fault

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '没有上传成功，请检查网络后重试'
  const [field] = (error.data as { fields?: { message: string }[] } | null)?.fields ?? []
  return field?.message ?? error.message
}
