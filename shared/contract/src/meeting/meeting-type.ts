import { choice } from '../core/fields'

// Visits to listed companies are exchanges, not meetings.
export const meetingType = /* @__PURE__ */ choice('会议类型', {
  assembly: '会员代表大会',
  council: '理事会',
  standing: '常务理事会',
  supervisors: '监事会',
  committee: '专业委员会',
  training: '培训班',
  seminar: '研讨会',
  forum: '座谈会',
  briefing: '业绩说明会',
})
