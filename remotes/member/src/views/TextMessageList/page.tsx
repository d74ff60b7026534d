import { smsPage } from '../../message/message-page'

export default smsPage()
