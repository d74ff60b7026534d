import { itemOf, shapeOf, type ResponseOf } from '@assoc/contract'
import { changeOwnRegistration, downloadCalendar, ownPart, selectMeetingToRegister, selectOwnRegistration, selectOwnRegistrations, stepOwnRegistration } from '@assoc/contract/meeting/own'
import { payStatus, regStatus } from '@assoc/contract/meeting/registration'
import { api, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, FailedToLoad, FormDrawer, ListPage, ReasonDialog, RowActions, Skeleton, useAnswer, useExport, useResourceList } from '@assoc/ui'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { registrantFields } from '../../meetings/registrant'

type Row = ResponseOf<typeof selectOwnRegistrations>['items'][number]
type Asked = { row: Row; verb: 'accept' | 'cancel' | 'decline' }

const ROW = itemOf(shapeOf(selectOwnRegistrations.response)?.['items'] as z.ZodType) as z.ZodType
const TITLES = { accept: '确认参加', cancel: '取消报名', decline: '放弃候补名额' }
const TEXTS = { accept: '确认后报名成功。', cancel: '取消后名额转给候补的下一位；已缴会务费的由会务组办理退款。', decline: '放弃后名额转给候补的下一位，您不再在候补名单中。' }

/** Registrations of oneself, of the companies one acts for, and those that one made for others. */
export function RegistrationPart({ ended }: { ended: boolean }) {
  const list = useResourceList({ call: selectOwnRegistrations, idOf: (row) => row.registerId, filters: ['keyword', 'part'], sortable: [], fixed: { ended }, part: true })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [changing, setChanging] = useState<Row | null>(null)
  const calendar = useExport(downloadCalendar)
  const key = useRef(newKey())
  const ask = (row: Row, verb: Asked['verb']) => {
    key.current = newKey()
    setAsked({ row, verb })
  }
  const carryOut = async ({ row, verb }: Asked, reason: string | null) => {
    await api(stepOwnRegistration, { registerId: row.registerId, version: row.version, verb: verb === 'accept' ? 'accept' : 'cancel', reason }, { idempotencyKey: key.current })
    setAsked(null)
    toasts.success(verb === 'accept' ? '报名成功' : verb === 'decline' ? '已放弃候补名额' : '报名已取消')
    await list.reload()
  }
  return (
    <>
      <ListPage
        name={ended ? 'meeting/MyMeeting/ended' : 'meeting/MyMeeting/registered'}
        title={ended ? '往期与已取消的报名' : '我的报名'}
        list={list}
        row={ROW}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '会议名称、姓名或报名编号' },
          { kind: 'select', name: 'part', label: '范围', options: ownPart.options },
        ]}
        columns={[
          { field: 'meetingName', width: 230 },
          { field: 'startTime', width: 165 },
          { field: 'address', width: 170 },
          { field: 'name', width: 100 },
          { field: 'companyName', width: 140 },
          { field: 'registerNo', width: 155 },
          { field: 'seatNo', width: 95 },
          { field: 'optionNames', width: 150 },
          { field: 'before', width: 110 },
          { field: 'offerUntil', width: 165 },
          { field: 'payStatus', width: 95, tag: payStatus },
          { field: 'regStatus', width: 115, title: '状态', tag: regStatus },
        ]}
        emptyText={ended ? '没有往期报名' : '还没有报名，可在“可报名的会议”中报名'}
        rowActions={(row) => (
          <RowActions
            actions={[
              ...(row.abilities.includes('accept') ? [{ key: 'accept', label: '确认参加', next: true, onClick: () => ask(row, 'accept') }] : []),
              ...(row.abilities.includes('decline') ? [{ key: 'decline', label: '放弃名额', danger: true, onClick: () => ask(row, 'decline') }] : []),
              ...(row.abilities.includes('change') ? [{ key: 'change', label: '修改', onClick: () => setChanging(row) }] : []),
              ...(row.abilities.includes('calendar') ? [{ key: 'calendar', label: '加入日历', onClick: () => void calendar.run({ registerId: row.registerId }) }] : []),
              ...(row.abilities.includes('cancel') ? [{ key: 'cancel', label: '取消报名', danger: true, onClick: () => ask(row, 'cancel') }] : []),
            ]}
          />
        )}
      />
      {asked ? <ReasonDialog title={`${TITLES[asked.verb]}：${asked.row.meetingName}（${asked.row.name}）`} text={TEXTS[asked.verb]} confirmText={TITLES[asked.verb]} reason={asked.verb === 'accept' ? 'none' : 'optional'} danger={asked.verb !== 'accept'} onConfirm={async (reason) => carryOut(asked, reason ?? null)} onClose={() => setAsked(null)} /> : null}
      {changing ? <ChangeForm row={changing} onClose={() => setChanging(null)} onDone={() => (setChanging(null), toasts.success('报名已修改'), void list.reload())} /> : null}
    </>
  )
}

/** The form of a registration of one's own, with the meeting's options and questions. */
function ChangeForm({ row, onClose, onDone }: { row: Row; onClose: () => void; onDone: () => void }) {
  const meeting = useAnswer(selectMeetingToRegister, { meetId: row.meetId })
  const own = useAnswer(selectOwnRegistration, { registerId: row.registerId })
  const failed = meeting.error ?? own.error
  if (!meeting.data || !own.data) {
    return (
      <AppModal open title="修改报名" footer={null} onCancel={onClose}>
        {failed ? <FailedToLoad message={failed} onRetry={() => void Promise.all([meeting.reload(), own.reload()])} /> : <Skeleton active />}
      </AppModal>
    )
  }
  const { companyName, ...values } = own.data.values as Record<string, unknown>
  const known = typeof values['companyId'] === 'string' ? { value: values['companyId'], label: String(companyName ?? '') } : undefined
  return (
    <FormDrawer
      open
      title={`修改报名 · ${row.meetingName}`}
      call={changeOwnRegistration}
      fields={registrantFields(meeting.data, known)}
      initial={values}
      hidden={{ registerId: own.data.registerId, version: own.data.version }}
      draft={`meeting/MyMeeting/${row.registerId}`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
