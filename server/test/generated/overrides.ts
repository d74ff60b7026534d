import { richOf } from '@assoc/contract/core/rich-text'

const MEETING = { detail: richOf('生成'), startTime: '2099-01-31T01:00:00Z', endTime: '2099-01-31T09:00:00Z', regStart: '2099-01-01T01:00:00Z', regEnd: '2099-01-30T01:00:00Z', changeUntil: '2099-01-30T01:00:00Z', payUntil: '2099-01-30T01:00:00Z' }
const JOURNEY = { needStay: false, arriveTime: '2099-01-30T01:00:00Z', leaveTime: '2099-01-31T01:00:00Z' }

/** Fields of a sample body, by path of the call, where the schema checks several fields together. */
export const OVERRIDES: Record<string, Record<string, unknown>> = {
  '/member/company/insertCompany': { companyType: 'other', swIndustry: '270000' },
  '/member/company/updateCompany': { companyType: 'other', swIndustry: '270000' },
  '/user/why/explainRecord': { entity: 'user' },
  '/user/file/uploadFile': { purpose: 'contactQrCode.image' },
  '/enterprise/directorUser/insertDirectorUser': { idCard: '110101190001019000' },
  '/enterprise/directorUser/updateDirectorUser': { idCard: '110101190001019000' },
  '/member/indicator/insertIndicator': { indicatorCode: 'GA01' },
  '/member/indicator/updateIndicator': { indicatorCode: 'GA01' },
  '/user/release/startCanary': { group: null },
  '/message/sms/previewSms': { scheduleTime: '2099-01-31T01:00:00Z' },
  '/message/mail/previewMail': { content: richOf('生成'), scheduleTime: '2099-01-31T01:00:00Z' },
  '/message/mail/createMail': { content: richOf('生成') },
  '/message/mail/updateMail': { content: richOf('生成') },
  '/message/mail/testMail': { content: richOf('生成') },
  '/user/signOn/createHandOver': { challenge: 'a'.repeat(43) },
  '/meeting/meeting/insertMeeting': MEETING,
  '/meeting/meeting/updateMeeting': MEETING,
  '/meeting/registration/insertMeetingRegistration': JOURNEY,
  '/meeting/registration/updateMeetingRegistration': JOURNEY,
  '/meeting/room/insertRoom': { openFrom: '08:00', openTo: '18:00' },
  '/meeting/room/updateRoom': { openFrom: '08:00', openTo: '18:00' },
}

/**
 * Ids in bodies that no `ref` checks, by call and field, each with the reason why the handler does it.
 * A new one shows up in the tests until someone has thought about it.
 */
export const UNCHECKED_IDS: Record<string, string> = {
  '/companyReport/reportUser/insertReportUser userId': 'accounts lie in the data scope of another module; the module asks whether there is one that can sign in',
  '/companyReport/reportUser/updateReportUser userId': 'it cannot be changed; the module refuses another one',
  '/soleManager/trialAccount/insertTrialAccount menuIds': 'only menus that this person can open herself; the module checks each',
  '/soleManager/trialAccount/updateTrialAccount menuIds': 'only menus that this person can open herself; the module checks each',
  '/fee/bankLine/selectStatementResult workId': 'only the person’s own is found',
  '/soleManager/change/selectChangeTarget targetId': 'a record of the kind that is named; the kind reads it within the person’s scope',
  '/soleManager/change/insertChangeRequest targetId': 'a record of the kind that is named; the kind reads it within the person’s scope',
  '/user/audit/selectAuditOfRecord recordId': 'records of any kind, also deleted ones; the permit is for reading all logs',
  '/user/auditLog/selectAuditLogByPage recordId': 'records of any kind, also deleted ones; the permit is for reading all logs',
  '/user/auditLog/exportAuditLog recordId': 'records of any kind, also deleted ones; the permit is for reading all logs',
  '/user/desk/readNotifications notificationIds': 'changes only the person’s own',
  '/user/menu/insertMenu parentId': '0 stands for the root; the service checks the others',
  '/user/menu/moveMenu parentId': '0 stands for the root; the service checks the others',
  '/user/menu/updateMenu parentId': '0 stands for the root; the service checks the others',
  '/user/record/insertRecordNote recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/selectNoteReaders recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/selectRecordProcess recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/selectRecordRelated recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/selectRecordTimeline recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/selectRelatedRows recordId': 'a record of whichever resource is named; every call reads it by that resource’s permit and data scope (record.test.ts)',
  '/user/record/insertRecordNote mentionIds': 'colleagues lie in the data scope of another module; each must be able to read the record',
  '/user/secondFactor/revokeTrustedDevice deviceId': 'only the person’s own are found',
  '/user/session/endOwnSessions sessionIds': 'only the person’s own are found',
  '/user/why/explainRecord recordId': 'a record of whichever entity is named; only how it is bound to people is told, to who may explain rights',
  '/user/work/cancelWork workId': 'only the person’s own is found',
  '/user/work/retryWork workId': 'only the person’s own is found',
  '/user/work/downloadWorkFile workId': 'only the person’s own is found',
  '/user/work/selectWork workId': 'only the person’s own is found',
}
