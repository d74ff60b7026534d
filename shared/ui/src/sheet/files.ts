import type { AnswerFile, AnswerPath } from '@assoc/contract/form/engine/answers'
import { fileRuleOf } from '@assoc/contract/form/engine/files'
import type { Question } from '@assoc/contract/form/engine/document'
import { useContext, useState } from 'react'
import { UploadsContext } from '../data/kit/uploads'
import type { SheetFiles } from './FormSheet'

const MB = 1024 * 1024

/** Why a file cannot be sent for a question; null when it can. */
export function faultOfFile(file: File, question: Question): string | null {
  const { exts, maxMb } = fileRuleOf(question)
  const ext = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!exts.includes(ext === 'jpeg' ? 'jpg' : ext)) return `只能上传 ${exts.join('、')} 格式的文件`
  if (file.size > maxMb * MB) return `文件不能超过 ${maxMb} MB`
  return file.size === 0 ? '文件是空的' : null
}

export interface Sending {
  /** Name of what is on its way. */
  sending: string | null
  fault: string | null
  /** Sends files one after the other and tells of each as it is kept; ends at the first that is refused. */
  send: (list: readonly File[], kept: (file: AnswerFile) => void) => Promise<boolean>
}

/** Sends files of an answer; the page is not left unasked while they are on their way. */
export function useSending(files: SheetFiles | undefined, path: AnswerPath, question: Question): Sending {
  const [sending, setSending] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const uploads = useContext(UploadsContext)
  const one = async (list: readonly File[], kept: (file: AnswerFile) => void): Promise<boolean> => {
    setFault(null)
    for (const file of list) {
      const wrong = faultOfFile(file, question) ?? (files?.send ? null : '预览中不能上传文件')
      if (wrong || !files?.send) {
        setFault(wrong)
        return false
      }
      setSending(file.name)
      try {
        kept(await files.send(path, file))
      } catch (error) {
        setFault(error instanceof Error && error.message ? error.message : '没有上传成功，请检查网络后重试')
        return false
      } finally {
        setSending(null)
      }
    }
    return true
  }
  return {
    sending,
    fault,
    send(list, kept) {
      const work = one(list, kept)
      uploads?.add(work)
      return work
    },
  }
}
