import { resourcePage } from '@assoc/ui'
import { EXPERTS } from '../../experts'

/** People who review works for the association. */
export default resourcePage({ ...EXPERTS, name: 'expert/ExpertManage', title: '专家管理' })
