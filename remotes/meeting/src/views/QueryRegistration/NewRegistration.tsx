import { openMeetingLookup } from '@assoc/contract/meeting/lookups'
import { selectMeetingToRegister } from '@assoc/contract/meeting/own'
import { registration } from '@assoc/contract/meeting/registration'
import { Alert, AppModal, FailedToLoad, Flex, FormDrawer, RefSelect, Skeleton, useAnswer, type CreateDialog } from '@assoc/ui'
import { useState } from 'react'
import { NEW_REGISTRANT, registrantFields } from '../../meetings/registrant'

/** A new registration: first the meeting, for its options and questions stand on the form. */
export function NewRegistration({ onClose, onDone }: CreateDialog) {
  const [meetId, setMeetId] = useState<string | null>(null)
  const { data, error, reload } = useAnswer(selectMeetingToRegister, meetId ? { meetId } : null)
  if (!data) {
    return (
      <AppModal open title="登记报名" footer={null} onCancel={onClose}>
        <Flex vertical gap={12}>
          <RefSelect lookup={openMeetingLookup} aria-label="会议" placeholder="请选择会议" value={meetId} onChange={(id) => setMeetId(typeof id === 'string' ? id : null)} />
          {meetId ? error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active /> : null}
        </Flex>
      </AppModal>
    )
  }
  return (
    <FormDrawer
      open
      title={`登记报名 · ${data.meetingName}`}
      call={registration.insert}
      fields={registrantFields({ ...data, forAnybody: true })}
      initial={NEW_REGISTRANT}
      hidden={{ meetId: data.meetId }}
      draft={`meeting/QueryRegistration/new/${data.meetId}`}
      onClose={onClose}
      onDone={() => onDone('报名已登记')}
    >
      {data.closed ? <Alert type="warning" showIcon title={data.closed} /> : null}
    </FormDrawer>
  )
}
