import { resourcePage } from '@assoc/ui'
import { EXPERTS } from '../../experts'

/** Experts who review essays. */
export default resourcePage({ ...EXPERTS, name: 'expert/EssayExpertManage', title: '征文专家管理', fixed: { field: 'essay' }, initial: { fields: ['essay'] } })
