import type { ServerModule } from '../../platform/module'
import { audit } from './audit'
import { clientError } from './client-error'
import { draft } from './draft'
import { file } from './file'
import { inbox } from './inbox'
import { notification } from './notification'
import { outbox } from './outbox'
import { palette } from './palette'
import { preference } from './preference'
import { record } from './record'
import { savedView } from './saved-view'
import { session } from './session'
import { todo } from './todo'
import { work } from './work'
import './personal-data'

/** What stands on a person's desk: settings, drafts, notices, work in progress, sessions; and the logs staff read. */
export const workspaceModules: ServerModule[] = [preference, draft, file, savedView, notification, todo, inbox, palette, work, outbox, session, audit, record, clientError]
