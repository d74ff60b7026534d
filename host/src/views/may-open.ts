import type { RemoteRelease } from '@assoc/federation'
import { session } from '@assoc/session'

/** Whether the person may open a view with such an access. The server checks every call all the same. */
export const mayOpen = (access: RemoteRelease['views'][number]['access']): boolean => access === 'public' || access === 'signedIn' || session().permitList.has(access)
