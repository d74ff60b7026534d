import type { ResponseOf } from '@assoc/contract'
import { CODE } from '@assoc/contract'
import { saveExam, type startExam } from '@assoc/contract/meeting/course-study'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useTab } from '@assoc/ui'
import { useCallback, useEffect, useRef, useState } from 'react'

const SAVE_MS = 1_500
const RETRY_MS = 5_000
/** Refusals that pass: the server was busy or failed, or the session is locked until its person types the password. */
const PASSING: ReadonlySet<string> = new Set([CODE.fault, CODE.tooMany, CODE.sessionLocked])

export interface KeptAnswers {
  answers: Record<string, string>
  choose: (questionId: string, letters: string) => void
  /** What was not kept by the server, and whether it is tried again; null while it has everything or is about to. */
  fault: { text: string; retried: boolean } | null
  keepNow: () => void
  /** The try was handed in with these answers: nothing is left to keep. */
  handedIn: () => void
}

/**
 * Answers of a try. They are kept on the server a moment after each choice, for what it has counts when the time is over or the network
 * is gone. One save is on its way at a time, so that none arrives after a newer one; one that failed is sent again until it arrives.
 */
export function useKeptAnswers({ attemptId, answers: begun }: ResponseOf<typeof startExam>): KeptAnswers {
  const [answers, setAnswers] = useState(begun)
  const [fault, setFault] = useState<KeptAnswers['fault']>(null)
  const { setDirty } = useTab()
  const latest = useRef(answers)
  latest.current = answers
  const kept = useRef(begun)
  const busy = useRef(false)
  const failed = useRef(false)
  const keep = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    try {
      while (latest.current !== kept.current) {
        const sent = latest.current
        await api(saveExam, { attemptId, answers: sent }, { idempotencyKey: newKey(), quiet: [CODE.fault, CODE.tooMany, CODE.inUse] })
        kept.current = sent
      }
      if (failed.current) toasts.success('答案已保存')
      failed.current = false
      setFault(null)
    } catch (error) {
      failed.current = true
      const retried = !(error instanceof ApiError) || PASSING.has(error.code)
      setFault({ text: retried ? '已选的答案都保留在本页，系统正在自动重试。保存成功前请不要关闭或刷新本页。' : (error as ApiError).message, retried })
    } finally {
      busy.current = false
    }
  }, [attemptId])
  useEffect(() => {
    if (answers === kept.current) return
    const timer = setTimeout(() => void keep(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [answers, keep])
  const retried = fault?.retried === true
  useEffect(() => {
    if (!retried) return
    setDirty(true)
    const timer = setInterval(() => void keep(), RETRY_MS)
    return () => {
      clearInterval(timer)
      setDirty(false)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- setDirty is another function with every drawing, of the same tab
  }, [retried, keep])
  // Whoever closes the exam right after a choice has chosen all the same.
  useEffect(() => () => void keep(), [keep])
  return {
    answers,
    choose: (questionId, letters) => setAnswers((before) => ({ ...before, [questionId]: letters })),
    fault,
    keepNow: () => void keep(),
    handedIn: () => void (kept.current = latest.current),
  }
}
