import { formName } from '../../form/api'
import './tables'

export const computed = { formName: formName('t.template_id') }

