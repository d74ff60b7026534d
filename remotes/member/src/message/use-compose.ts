import { CODE } from '@assoc/contract'
import { instantOf, localTime } from '@assoc/contract/core/day'
import { selectMailChoices, selectMailDraft, selectSmsChoices, selectSmsDraft } from '@assoc/contract/message/message'
import { api } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { DraftKeeper, sentenceOf, useAnswer } from '@assoc/ui'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { takeArriving } from './chosen-store'
import { EMPTY, fieldsOfAudience, valuesOf, type Channel, type Values } from './compose-values'

/** What the writer chooses from: templates, categories of members, and the signature that counts with a text message. */
export function useChoices(channel: Channel) {
  const { data } = useAnswer(
    channel === 'sms' ? selectSmsChoices : selectMailChoices,
    session().has(`message:${channel}:write`) ? {} : null,
  )
  return data ?? { signName: null, templates: [], categories: [], userGroups: [] }
}
export type Choices = ReturnType<typeof useChoices>

type Kept = Omit<Values, 'scheduleTime'> & { scheduleTime: string | null; version?: number }
const keep = (v: Values, version: number | undefined): Kept => ({
  ...v,
  scheduleTime: v.scheduleTime ? instantOf(v.scheduleTime.format('YYYY-MM-DD HH:mm')) : null,
  ...(version ? { version } : {}),
})
const unkeep = ({ version: _version, ...kept }: Kept): Values => ({
  ...EMPTY,
  ...kept,
  scheduleTime: kept.scheduleTime ? dayjs(localTime(kept.scheduleTime)) : null,
})

/** A stored message that the page goes on with. */
export interface Base {
  messageId: string
  version: number
  msgNo: string
}

/**
 * What the page begins with: the stored draft, if one is opened, and above it what was typed and not sent the last time,
 * wherever the person signs in. What was typed stays bound to the version that it was typed on.
 */
export function useBeginning(channel: Channel, name: string, messageId: string | null, put: (values: Values, dirty: boolean) => void) {
  const [keeper] = useState(() => new DraftKeeper(messageId ? `${name}/${messageId}` : name))
  const [savedTime, setSavedTime] = useState<string | null>(null)
  const [base, setBase] = useState<Base | null>(null)
  const [error, setError] = useState<string | null>(null)
  const looked = useRef(false)
  const touched = useRef(false)
  const begin = async () => {
    let opened: Base | null = null
    if (messageId) {
      const found = await api(channel === 'sms' ? selectSmsDraft : selectMailDraft, { messageId }, { quiet: [CODE.notFound] })
      opened = { messageId, version: found.version, msgNo: found.msgNo }
      put(valuesOf(channel, found), false)
    }
    const draft = await keeper.find()
    if (draft && !touched.current) {
      const kept = draft.content as Kept
      put(unkeep(kept), true)
      setSavedTime(draft.savedTime)
      if (opened && kept.version) opened.version = kept.version
    }
    setBase(opened)
  }
  useEffect(() => {
    // Once: the effect runs again when a kept tab is shown, and what was typed then stands in the form.
    if (!looked.current) {
      looked.current = true
      void begin().catch((caught: unknown) => setError(sentenceOf(caught)))
    }
    return () => keeper.close()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what puts the values is the form, and stays the same form
  }, [keeper])
  return {
    /** When what was put back had been kept; null when nothing was. */
    savedTime,
    /** The stored message; null while it is read, and for a new one. */
    base,
    /** Why the stored message cannot be gone on with. */
    error,
    note: (values: Values) => {
      touched.current = true
      keeper.note(keep(values, base?.version))
    },
    drop: async () => {
      setSavedTime(null)
      await keeper.drop()
    },
  }
}

/** Puts the people into the form whom the address names, once each time somebody comes with some. */
export function useArrival(channel: Channel, take: (arriving: Partial<Values> | null) => void): () => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const taken = useRef<string | null>(null)
  const key = new URLSearchParams(search).get('chosen')
  useEffect(() => {
    if (!key || taken.current === key) return
    taken.current = key
    const { audience, chosen } = takeArriving(key) ?? {}
    take(audience ? fieldsOfAudience(channel, audience) : chosen ? { byMarks: false, chosen } : null)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key alone says that somebody has come
  }, [key])
  // The people are gone from the form: a reload shall not bring them back.
  return () => void (key && navigate({ pathname, search: '' }, { replace: true }))
}
