import type { ServerModule } from '../../platform/module'
import { __area__Seed } from './seed'

/** __title__. */
export const __area__Modules: ServerModule[] = [{ bindings: [], seeds: [__area__Seed] }]
