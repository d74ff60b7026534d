import { NEW_SPEAKER, speaker } from '@assoc/contract/meeting/lecturer'
import { resourcePage } from '@assoc/ui'

/** Who speaks at meetings: topic, order, fee and the tax that is withheld from it. */
export default resourcePage({
  name: 'meeting/SpeakerList',
  title: '演讲嘉宾',
  resource: speaker,
  keywordHint: '演讲主题',
  columns: [
    { field: 'lecturerName', width: 100 },
    { field: 'unitPost', width: 190 },
    { field: 'topic', width: 220 },
    { field: 'meetingName', width: 230 },
    { field: 'sortNo', width: 80, sortable: true },
    { field: 'talkTime', width: 150 },
    { field: 'fee', width: 140 },
    { field: 'tax', width: 120 },
    { field: 'net', width: 120 },
    { field: 'shown', width: 95 },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  detail: ['lecturerName', 'unitPost', 'topic', 'meetingName', 'startTime', 'talkTime', 'sortNo', 'shown', 'fee', 'nonResident', 'handTax', 'tax', 'net', 'remark', 'updateTime'],
  initial: NEW_SPEAKER,
  nameOf: (row) => `${row.lecturerName} ${row.topic}`,
  fields: {
    topic: { span: 2 },
    shown: { help: '显示在公开的会议详情上' },
    fee: { help: '税前；居民个人按劳务报酬预扣个人所得税，一次会议合并为一次' },
    nonResident: { help: '与讲师登记一致；非居民个人的税额手工填写' },
    remark: { span: 2 },
  },
  texts: { delete: '删除后不再显示在会议详情上。' },
})
