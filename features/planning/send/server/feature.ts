import { rightNow, rightTime } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { sendCalls } from '../contract.ts'
import { cancelWaiting, forgetPeopleBefore } from './queries.ts'
import { getReminderPlan, remindPitchAttendees, updateReminderPlan } from './reminders.ts'
import { cancelSchedulePitch, schedulePitch, updateSchedulePitch } from './scheduling.ts'
import { sendDue } from './sending.ts'
import {
  addAttendeesToScheduleByAdmin,
  addToSchedulePitch,
  checkExistingScheduleByAdmin,
  updateSendLaterAttendees,
} from './sendPeople.ts'
import { getSchedulePitch, getSchedulePitchList } from './sends.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Invites the people of a send at its moment. */
    sendScheduled: { sendId: string }
    forgetScheduledPeople: Record<string, never>
  }
}

/** Days that the people of a canceled or skipped send are kept, so that it can be planned again. */
const KEPT_DAYS = 30

export const sendJobs = {
  sendScheduled: ({ sendId }, frame) => sendDue(frame, sendId, rightNow()),
  forgetScheduledPeople: (_payload, { db }) => forgetPeopleBefore(db, new Date(rightTime() - KEPT_DAYS * 86_400_000)),
} satisfies JobHandlers

export const sendFeature = {
  handlers: handlersOf(sendCalls, {
    addAttendeesToScheduleByAdmin,
    addToSchedulePitch,
    cancelSchedulePitch,
    checkExistingScheduleByAdmin,
    getReminderPlan,
    getSchedulePitch,
    getSchedulePitchList,
    remindPitchAttendees,
    schedulePitch,
    updateReminderPlan,
    updateSchedulePitch,
    updateSendLaterAttendees,
  }),
  jobs: sendJobs,
  crontab: ['37 4 * * * forgetScheduledPeople'],
  hears: {
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'reset') await cancelWaiting(db, pitch.id, 'reset')
    },
  },
} satisfies Feature
