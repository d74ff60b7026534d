import { templatePage } from '../../message/template-page'

export default templatePage('mail', 'member/EmailTemplate', '邮件模板')
