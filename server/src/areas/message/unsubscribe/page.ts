import { publicPage } from '../../../platform/http/public-page'

/** Asks first: programs that look at links follow them, and none of them has opted out. */
export const askingPage = publicPage('退订邮件', '退订后，我们不再向您发送培训、活动等推广邮件；会费、会议等通知仍会发送。', '<form method="post"><button type="submit">确认退订</button></form>')
export const donePage = publicPage('已退订', '我们不再向您发送推广邮件。如需恢复，请联系协会工作人员。')
export const wrongPage = publicPage('链接无效', '此退订链接不完整或已失效。请从邮件中重新打开链接，或直接回复该邮件说明退订。')
export const trialPage = publicPage('试发邮件的退订链接', '正式发送时，收件人由此退订推广邮件。试发的链接不改变退订名单。')
