import type { Call, RequestOf, ResponseOf } from '@assoc/contract'
import { ApiError, api, isCancelled, isNetworkError, isOld } from '@assoc/http'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Answer<T> {
  data: T | null
  /** Sentence for the person when the last try did not succeed. */
  error: string | null
  loading: boolean
  reload: () => Promise<void>
}

/**
 * Asks a reading call when the view opens and whenever the input changes; the latest request wins.
 * With `null` as input nothing is asked. A kept tab that comes to the front shows what it has, and asks again behind it when that is old.
 */
export function useAnswer<C extends Call>(call: C, input: RequestOf<C> | null): Answer<ResponseOf<C>> {
  const [data, setData] = useState<ResponseOf<C> | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [loading, setLoading] = useState(input !== null)
  const running = useRef<AbortController | null>(null)
  /** The question that `data` answers, and when. */
  const answered = useRef<{ call: C; key: string; at: number } | null>(null)
  const key = input === null ? null : JSON.stringify(input)

  const reload = useCallback(async () => {
    running.current?.abort()
    if (key === null) return
    const mine = new AbortController()
    running.current = mine
    setLoading(true)
    const at = Date.now()
    try {
      const answer = await api(call, JSON.parse(key) as RequestOf<C>, { signal: mine.signal })
      if (running.current !== mine) return
      answered.current = { call, key, at }
      setData(answer)
      setError(null)
    } catch (caught) {
      if (isCancelled(caught) || running.current !== mine) return
      setError(sentenceOf(caught))
    } finally {
      if (running.current === mine) setLoading(false)
    }
  }, [call, key])

  useEffect(() => {
    const last = answered.current
    // Effects run again whenever a kept tab is shown.
    if (!last || last.call !== call || last.key !== key || isOld(last.at)) void reload()
    return () => {
      running.current?.abort()
      running.current = null
    }
  }, [reload, call, key])
  return { data, error, loading, reload }
}

/** What to tell the person of an error; `otherwise` where it says nothing for people. */
export function sentenceOf(error: unknown, otherwise = '内容没有加载成功，请重试'): string {
  if (error instanceof ApiError) return error.message
  return isNetworkError(error) ? '网络连接失败，请检查网络后重试' : otherwise
}
