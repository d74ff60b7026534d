import { defineJob } from '../../../platform/jobs/worker'
import { workWaiting } from './mixing'

// On the clock and never for one answer: its payload says nothing, and neither does its time.
defineJob('form:anonymous', (_payload, platform) => workWaiting(platform), '*/10 * * * *')
