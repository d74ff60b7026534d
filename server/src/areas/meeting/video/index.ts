import { noteWatched, openVideo, selectVideosOfMeeting, selectVideoWatchers } from '@assoc/contract/meeting/video'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import './check'
import * as play from './play'
import { videoRuntime } from './resource'
import { demoVideos, videoMenu } from './seed'
import { streamRoutes } from './stream'

export const video: ServerModule = {
  ...videoRuntime,
  bindings: [...videoRuntime.bindings, handle(selectVideosOfMeeting, play.videosOfMeeting), handle(openVideo, play.open), handle(noteWatched, play.note), handle(selectVideoWatchers, play.watchers)],
  routes: streamRoutes,
  seeds: [videoMenu, demoVideos],
}
