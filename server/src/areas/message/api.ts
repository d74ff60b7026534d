// What other areas may ask of messages; everything else of this folder is its own.
export { findAudience } from './audience/repository'
export { onMessageSent } from './hooks'
export { noticeOf, previewOf } from './message/compose.service'
export { writeMessage } from './message/draft.service'
export { addWriters } from './message/repository'
export { smsFault } from './message/submit'
