import { dateFormat } from '@assoc/http'
import { Alert, Button, DraftKeeper, Flex, type Draft } from '@assoc/ui'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import type { Values } from './BookingForm'
import type { Reservation } from './types'

type Kept = Omit<Values, 'day'> & { day: string }

/** What was typed into a booking and not sent: kept while typing, offered when the form opens again. */
export function useBookingDraft(reservation: Reservation | null) {
  const [keeper] = useState(() => new DraftKeeper(`meeting/ScheduleMeeting/${reservation?.reservationId ?? 'new'}`))
  const [found, setFound] = useState<Draft | null>(null)
  const looked = useRef(false)
  useEffect(() => {
    // Once: the effect runs again when a kept tab is shown, and what is found then stands in the form.
    if (!looked.current) {
      looked.current = true
      void keeper.find().then(setFound)
    }
    return () => keeper.close()
  }, [keeper])
  return {
    found,
    note: (values: Values) => keeper.note({ ...values, day: values.day.format('YYYY-MM-DD') } satisfies Kept),
    /** The values of the draft, which is no longer offered then. */
    take: (): Values => {
      const kept = found?.content as Kept
      setFound(null)
      return { ...kept, day: dayjs(kept.day) }
    },
    drop: () => {
      setFound(null)
      void keeper.drop()
    },
  }
}

/** Offers a draft above the form. */
export function FoundDraft({ savedTime, onRestore, onDrop }: { savedTime: string; onRestore: () => void; onDrop: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      title={`有一份 ${dateFormat(savedTime, 'YYYY-MM-DD HH:mm')} 未保存的草稿`}
      action={
        <Flex gap={8}>
          <Button size="small" type="primary" onClick={onRestore}>
            恢复
          </Button>
          <Button size="small" onClick={onDrop}>
            丢弃
          </Button>
        </Flex>
      }
    />
  )
}
