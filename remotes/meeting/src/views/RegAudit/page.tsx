import { registration } from '@assoc/contract/meeting/registration'
import { resourcePage } from '@assoc/ui'
import { placesQuestion, REGISTRATION_COLUMNS, REGISTRATION_DETAIL, REGISTRATION_TEXTS } from '../../meetings/registrations'

/** Registrations that wait for a decision or for a place. */
export default resourcePage({
  name: 'meeting/RegAudit',
  title: '报名审核',
  resource: registration,
  fixed: { regStatus: ['pending', 'waiting', 'offered'] },
  keywordHint: '姓名、单位、代码或报名编号',
  columns: REGISTRATION_COLUMNS,
  detail: REGISTRATION_DETAIL,
  create: false,
  form: { except: ['optionNames', 'answers', 'answerFiles'] },
  texts: REGISTRATION_TEXTS,
  question: placesQuestion,
})
