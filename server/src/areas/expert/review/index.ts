import type { ServerModule } from '../../../platform/module'
import { reviewDemo } from '../demo/review'
import { assign } from './assign'
import { batch } from './batch'
import { item } from './item'
import { recusal } from './recusal'
import { reviewGrants, reviewMenu } from './seed'
import { reviewWork } from './work'

/** Works that experts review: batches, who scores what, and who may not. */
export const reviewModules: ServerModule[] = [reviewWork, batch, item, assign, recusal, { bindings: [], seeds: [reviewGrants, reviewMenu, reviewDemo] }]
