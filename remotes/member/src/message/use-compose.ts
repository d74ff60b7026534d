import { memberCategory } from '@assoc/contract/member/category'
import { selectOwnSign } from '@assoc/contract/member/message'
import { messageTemplate } from '@assoc/contract/member/message-template'
import { session } from '@assoc/session'
import { DraftKeeper, useAnswer } from '@assoc/ui/data'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { EMPTY, type Channel, type Values } from './compose-values'

/** Templates of the channel that are in use, for who may read them. */
export function useTemplates(channel: Channel) {
  const { data } = useAnswer(messageTemplate.list, session().has('message:template:read') ? { channel, templateStatus: 'enabled', pageSize: 200, sort: { field: 'templateName', order: 'asc' } } : null)
  return data?.items ?? []
}

/** Categories of members as options, for who may read them. */
export function useCategories() {
  const { data } = useAnswer(memberCategory.list, session().has('member:category:read') ? { pageSize: 200 } : null)
  return (data?.items ?? []).map((c) => ({ value: c.categoryId, label: c.categoryName }))
}

/** Signature under which the person's department sends text messages. */
export function useSign(channel: Channel): string | null {
  const { data } = useAnswer(selectOwnSign, channel === 'sms' && session().has('message:sms:write') ? {} : null)
  return data?.signName ?? null
}

type Kept = Omit<Values, 'scheduleTime'> & { scheduleTime: string | null }
const keep = (v: Values): Kept => ({ ...v, scheduleTime: v.scheduleTime?.toISOString() ?? null })
const unkeep = (kept: Kept): Values => ({ ...EMPTY, ...kept, scheduleTime: kept.scheduleTime ? dayjs(kept.scheduleTime) : null })

/** What was typed and not sent: put back when the page opens again, wherever the person signs in. */
export function useKept(name: string, put: (values: Values) => void) {
  const [keeper] = useState(() => new DraftKeeper(name))
  const [savedTime, setSavedTime] = useState<string | null>(null)
  const looked = useRef(false)
  const touched = useRef(false)
  useEffect(() => {
    // Once: the effect runs again when a kept tab is shown, and what was typed then stands in the form.
    if (!looked.current) {
      looked.current = true
      void keeper.find().then((draft) => {
        if (!draft || touched.current) return
        put(unkeep(draft.content as Kept))
        setSavedTime(draft.savedTime)
      })
    }
    return () => keeper.close()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what puts the values is the form, and stays the same form
  }, [keeper])
  return {
    /** When what was put back had been kept; null when the page opened empty. */
    savedTime,
    note: (values: Values) => {
      touched.current = true
      keeper.note(keep(values))
    },
    drop: async () => {
      setSavedTime(null)
      await keeper.drop()
    },
  }
}
