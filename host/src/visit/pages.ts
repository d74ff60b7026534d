/** First parts of the addresses of these pages, which are fixed: printed codes and mails bear them. */
export const PAGES = { signIn: 'signin', details: 'meetingDetails', success: 'success' } as const

const DONE: Readonly<Record<string, string>> = {
  signIn: '您已完成签到。',
  registration: '您的报名已提交，结果将以短信通知。',
  application: '您的申请已提交，审核结果将通知您。',
  unsubscribe: '已退订，今后不再向您发送此类消息。',
}

/** What the result page says was done. The address names one of these sentences: a text of its own would let anybody speak in the association's name. */
export const doneText = (search: string): string => DONE[new URLSearchParams(search).get('of') ?? ''] ?? '您的提交已收到。'
