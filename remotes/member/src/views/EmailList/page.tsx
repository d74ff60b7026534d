import { mailPage } from '../../message/message-page'

export default mailPage()
