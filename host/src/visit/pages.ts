/** First parts of the addresses of these pages, which are fixed: printed codes and mails bear them. */
export const PAGES = { signIn: 'signin', details: 'meetingDetails', success: 'success' } as const
