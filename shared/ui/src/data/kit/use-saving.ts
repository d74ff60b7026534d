import type { Call, RequestOf } from '@assoc/contract'
import { ApiError, api, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useRef, useState } from 'react'

/**
 * Sends a writing call with one idempotency key per intent: the same body again, after a broken
 * connection, is the same action. Answers whether it was done, and the refused fields' sentences.
 */
export function useSaving<C extends Call>(call: C) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const intent = useRef<{ body: string; key: string } | null>(null)
  const save = async (input: RequestOf<C>): Promise<boolean> => {
    const body = JSON.stringify(input)
    if (intent.current?.body !== body) intent.current = { body, key: newKey() }
    setBusy(true)
    setRefused([])
    try {
      await api(call, input, { idempotencyKey: intent.current.key })
      intent.current = null
      return true
    } catch (error) {
      if (error instanceof ApiError) {
        intent.current = null
        setRefused(error.fields.map((f) => f.message))
      } else {
        toasts.error('网络连接失败，修改已保留，请重试')
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, save }
}
