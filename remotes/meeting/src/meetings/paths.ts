// Fixed pages of meetings: their addresses are the host's table (host/src/routes/fixed-routes.ts), and no administrator moves them.
const REGISTRATION = 'mettingConferenceRegistration'

/** Address of a meeting's registration; the name in it is for people who read it. */
export const registrationPath = (meetId: string, meetingName: string): string => `/${REGISTRATION}/${meetId}/${encodeURIComponent(meetingName)}`
