import type { ServerModule } from '../../platform/module'
import { certificate } from './certificate'
import { courses } from './course'
import { courseMenu, demoCourses } from './course/seed'
import { exchangeApply, studyExchange } from './exchange'
import { ownExchanges } from './exchange/own'
import { demoExchanges, exchangeMenu } from './exchange/seed'
import { hours } from './hours'
import { demoHours, hoursMenu } from './hours/seed'
import { learner } from './learner'
import { material } from './material'
import { video } from './video'
import { meeting } from './meeting'
import { meetingParts } from './meeting/calls'
import { demoMeetings, meetingsMenu, ownMeetingsMenu } from './meeting/seed'
import { meetingFee } from './fee'
import { lecturer, speaker } from './lecturer'
import { demoSpeakers, lecturerMenu } from './lecturer/seed'
import { meetingLists } from './lists'
import { seats } from './seat'
import { stay } from './stay'
import { meetingStatistics } from './statistics'
import { own } from './own'
import { registration } from './registration'
import { reservation } from './reservation'
import './reservation/dept-use.repository'
import { room } from './room'
import { signIn } from './sign-in'
import { session } from './sign-in/session'
import { doorRoutes, roomDoor } from './room/door'
import { roomWait } from './wait'
import { demoRooms, meetingMenu } from './seed'
import './learner/personal-data'
import './personal-data'

/** Meetings and who is registered for them; meeting rooms and their reservations. */
export const meetingModules: ServerModule[] = [
  meeting, meetingParts, meetingStatistics, meetingLists, seats, stay, lecturer, speaker, registration, own, meetingFee, material, video, room, reservation, roomWait, session, signIn,
  { bindings: [roomDoor], routes: doorRoutes, seeds: [meetingMenu, demoRooms, meetingsMenu, ownMeetingsMenu, demoMeetings, lecturerMenu, demoSpeakers] },
  studyExchange, exchangeApply, ownExchanges, learner, hours, ...courses, certificate,
  { bindings: [], seeds: [exchangeMenu, demoExchanges, hoursMenu, demoHours, courseMenu, demoCourses] },
]
