import type { ServerModule } from '../../platform/module'
import { __entity__ } from './__kebab__'

export const __area__Modules: ServerModule[] = [__entity__]
