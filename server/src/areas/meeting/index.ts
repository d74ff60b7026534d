import type { ServerModule } from '../../platform/module'
import { reservation } from './reservation'
import './reservation/dept-use.repository'
import { room } from './room'
import { demoRooms, meetingMenu } from './seed'

/** Meeting rooms and their reservations. */
export const meetingModules: ServerModule[] = [room, reservation, { bindings: [], seeds: [meetingMenu, demoRooms] }]
