import { openSession } from '@assoc/session'
import { createRoot } from 'react-dom/client'
import { installAnswers } from './api/answers'
import { Page } from './Page'
import { DEMO_PERMITS } from './resources'

// Nobody signs in here: the page is its own server, and its person may do everything.
const session = openSession({ title: '资源套件', organisation: '', environments: [] }, () => undefined)
session.userInfo = { userId: '1', token: 'demo' }
session.permitList = new Set(DEMO_PERMITS)
installAnswers()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
