import type { ServerModule } from '../../platform/module'
import { meeting } from './meeting'
import { demoMeetings, meetingsMenu } from './meeting/seed'
import { registration } from './registration'
import { reservation } from './reservation'
import './reservation/dept-use.repository'
import { room } from './room'
import { demoRooms, meetingMenu } from './seed'

/** Meetings and who is registered for them; meeting rooms and their reservations. */
export const meetingModules: ServerModule[] = [meeting, registration, room, reservation, { bindings: [], seeds: [meetingMenu, demoRooms, meetingsMenu, demoMeetings] }]
