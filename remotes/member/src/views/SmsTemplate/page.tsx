import { templatePage } from '../../message/template-page'

export default templatePage('sms', 'member/SmsTemplate', '短信模板')
