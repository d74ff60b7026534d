/** Help and width of the fields of a meeting's form. */
export const MEETING_FIELDS = {
  meetingName: { span: 2 },
  address: { span: 2 },
  capacity: { help: '0 表示不限' },
  perCompanyLimit: { help: '0 表示不限' },
  needAudit: { help: '不需审核的，报名即成功' },
  countPending: { help: '待审核的报名也占名额，避免审核时超额' },
  offerHours: { help: '有名额空出时，候补人须在此时限内确认；0 表示直接递补' },
  changeUntil: { help: '此后本人不能再改报名或取消，名额也不再递补' },
  audienceCategories: { help: '不选表示不限', span: 2 },
  audienceJurisdictions: { help: '不选表示不限', span: 2 },
  rooms: { help: '与会议一同预约；取消或删除会议时退还。多日会议每天一行，时间为整刻钟', span: 2 },
  cover: { help: '显示在公开的会议详情上方', span: 2 },
  detail: { span: 2 },
} as const

/** What follows from the steps of a meeting, said before they are taken. */
export const MEETING_TEXTS = {
  submit: '提交后由他人审批，审批期间不能修改。',
  approve: '通过后到报名开始时间自动开放报名；没有设置报名开始时间的，由会务手动开放。',
  open: '开放后符合参会范围的会员单位可以报名。',
  close: '截止后不再接受报名，候补名单保留。',
  archive: '归档后不能再修改，参会人的饮食禁忌随即删除。',
  cancel: '取消后所有报名随之取消，并以短信和邮件告知报名人；已缴会务费的转为待退款，预约的会议室随即退还。',
  delete: '删除后不能恢复，预约的会议室随即退还。',
  sendBack: '退回后由筹备人修改再提交。',
}
