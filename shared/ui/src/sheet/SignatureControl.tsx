import type { AnswerFile } from '@assoc/contract/form/engine/answers'
import { answerText } from '@assoc/contract/form/engine/display'
import { fileRuleOf } from '@assoc/contract/form/engine/files'
import { lazy, Suspense, useState } from 'react'
import { Button, Input, Skeleton } from '../shell'
import type { ControlProps } from './Control'
import { AnswerPicture } from './AnswerPicture'
import { FileButton } from './FilesControl'
import { useSending } from './files'
import { pictureOfName } from './signature-picture'

const SignaturePanel = lazy(() => import(/* webpackChunkName: "signature" */ './SignaturePanel').then((m) => ({ default: m.SignaturePanel })))

/** A signature: drawn with the pointer, or, by keyboard alone, a typed name or an image of one. It is kept as a picture with who gave it and when. */
export function SignatureControl({ id, question, name, path, value, onChange, disabled, files }: Omit<ControlProps, 'value'> & { value: readonly AnswerFile[] }) {
  const { sending, fault, send } = useSending(files, path, question)
  const [way, setWay] = useState<'draw' | 'type' | null>(null)
  const [signed] = value
  const take = (file: File) =>
    void send([file], (kept) => {
      onChange([kept])
      setWay(null)
    })
  if (signed) {
    return (
      <div>
        <AnswerPicture file={signed} reads={files !== undefined} />
        <div>{answerText(question, [signed])}</div>
        {disabled ? null : (
          <Button size="small" aria-label={`重新签名：${name}`} onClick={() => onChange(undefined)}>
            重新签名
          </Button>
        )}
      </div>
    )
  }
  const off = disabled || sending !== null || !files?.send
  return (
    <div>
      {way === 'draw' ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
          <SignaturePanel name={name} busy={sending !== null} onTake={take} onCancel={() => setWay(null)} />
        </Suspense>
      ) : way === 'type' ? (
        <TypedName name={name} busy={sending !== null} onTake={take} onCancel={() => setWay(null)} />
      ) : (
        <div className="fs-turn" style={{ marginTop: 0, justifyContent: 'flex-start' }}>
          <Button id={`${id}-draw`} disabled={off} aria-label={`手写签名：${name}`} onClick={() => setWay('draw')}>
            手写签名
          </Button>
          <Button disabled={off} aria-label={`键入姓名：${name}`} onClick={() => setWay('type')}>
            键入姓名
          </Button>
          <FileButton id={id} name={name} exts={fileRuleOf(question).exts} many={false} disabled={off} label="上传签名图片" onChoose={(list) => list[0] && take(list[0])} />
        </div>
      )}
      {sending ? <div role="status">正在保存签名</div> : null}
      {fault ? (
        <div role="alert" className="fs-fault">
          {fault}
        </div>
      ) : null}
      {files?.send ? null : <div className="fs-help">预览中不能签名</div>}
    </div>
  )
}

/** A name that is typed and becomes the picture of a signature. */
function TypedName({ name, busy, onTake, onCancel }: { name: string; busy: boolean; onTake: (file: File) => void; onCancel: () => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  return (
    <div className="fs-turn" style={{ marginTop: 0, justifyContent: 'flex-start' }}>
      <Input
        autoFocus
        aria-label={`签名人姓名：${name}`}
        placeholder="签名人姓名"
        maxLength={20}
        style={{ width: 200 }}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onPressEnter={() => typed && !busy && void pictureOfName(typed).then(onTake)}
      />
      <Button type="primary" disabled={!typed} loading={busy} onClick={() => void pictureOfName(typed).then(onTake)}>
        使用此签名
      </Button>
      <Button onClick={onCancel}>取消</Button>
    </div>
  )
}
