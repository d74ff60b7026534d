import { today } from '@assoc/contract/core/day'
import { grantMeetingHours, hoursEntry as contract, noteLecturing, selectMeetingHours } from '@assoc/contract/meeting/hours'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { refreshLearners } from '../learner/wanted'
import { giveHours } from './ledger'
import * as repository from './repository'

const runtime = mountResource(contract, {
  table: 'hours_entry',
  rowFilter: repository.ofLearners,
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['sourceId'],
  json: ['proof'],
  computed: repository.computed,
  keyword: { columns: ['title'], grams: true },
  filters: repository.filters,
  order: { field: 'createTime', direction: 'desc' },
  todos: [{ label: '待审核学时', status: 'pending', permit: 'course:hours:audit' }],
  handover: { label: '待审核的学时', order: 74, open: ['pending'], settled: ['approved'], name: 'title' },
  nameOf: (row) => row.title,
  constraints: { hours_entry_source_unique: () => refuse.field('title', '该学员当天的同名培训已申报') },
  before: {
    insert: (_action, fields) => {
      if (fields.learnedOn > today()) throw refuse.field('learnedOn', '学习日期不能晚于今天')
      fields.sourceType = 'claim'
      fields.sourceId = `${fields.learnedOn} ${fields.title}`
    },
  },
  after: {
    change: async ({ db, platform }, row, _step, reason) => {
      await repository.noteOpinion(db, row.entryId, reason)
      await refreshLearners(platform, db, [row.learnerId])
    },
  },
})

const HELD: readonly string[] = ['ended', 'archived', 'running']

export const hours: ServerModule = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(selectMeetingHours, async ({ db, input }) => {
      const meeting = await repository.meetingOf(db, input.meetId)
      if (!meeting) throw refuse.notFound()
      return { meetingName: meeting.meetingName, parts: (await repository.partsOf(db, input.meetId)).map(({ day: _day, ...part }) => part) }
    }),
    handle(grantMeetingHours, async (context) => {
      const { db, principal, input, platform, audit } = context
      const meeting = await repository.meetingOf(db, input.meetId)
      if (!meeting) throw refuse.notFound()
      if (!HELD.includes(meeting.meetingStatus)) throw refuse.inUse('会议尚未召开，不能认定学时')
      const parts = await repository.partsOf(db, input.meetId)
      const people = await repository.attendanceOf(db, input.meetId)
      const done = { added: 0, already: 0 }
      for (const { sessionId, hours: value } of input.parts) {
        const part = parts.find((one) => one.sessionId === sessionId)
        if (!part) throw refuse.notFound()
        const came = sessionId ? people.filter((person) => person.sessionIds.includes(sessionId)) : people
        const source = { sourceType: sessionId ? 'session' : 'meeting', sourceId: sessionId ?? input.meetId, title: part.title.slice(0, 100), hours: value, learnedOn: part.day } as const
        const added = await giveHours({ db, platform, audit }, came, source, 'pending', principal.userId)
        done.added += added
        done.already += came.length - added
      }
      return done
    }),
    handle(noteLecturing, async ({ db, principal, input, audit }) => {
      if (input.learnedOn > today()) throw refuse.field('learnedOn', '授课日期不能晚于今天')
      const source = { sourceType: 'lecturing', sourceId: `${input.learnedOn} ${input.title}`, title: input.title, hours: input.hours, learnedOn: input.learnedOn } as const
      const [added] = await repository.addEntries(db, [input.learnerId], source, 'pending', principal.userId)
      if (!added) throw refuse.field('title', '该学员当天的同名授课已登记')
      audit({ recordType: 'hoursEntry', recordId: added.entryId, verb: 'insert', after: { title: input.title, hours: input.hours, sourceType: 'lecturing', entryStatus: 'pending' } })
      return { entryId: added.entryId }
    }),
  ],
}
