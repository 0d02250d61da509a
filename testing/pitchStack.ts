import { setTimeout as sleep } from 'node:timers/promises'
import { DateTime } from 'luxon'
import type { Sent } from '#contract/call.ts'
import type { PitchAction } from '#features/core/pitch/rules.ts'
import { pitchJobs } from '#features/core/pitch/server/feature.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { planJobs } from '#features/planning/plan/server/jobs.ts'
import { sendJobs } from '#features/planning/send/server/feature.ts'
import type { Frame } from '#server/frame.ts'
import { type JobHandlers, startJobs } from '#server/jobs/jobs.ts'
import type { PersonName } from './people.ts'
import { type Stack, startStack } from './startStack.ts'

type Form = Sent<typeof planCalls.createPitchByPresenter>
type Mail = typeof mailMessage.$inferSelect

/** A presenter's input for a pitch that begins in two days and needs no deck. */
export function pitchForm(change: Partial<Form> = {}): Form {
  const day = DateTime.utc().plus({ days: 2 }).toFormat('MM/dd/yyyy')
  return {
    presentation_name: 'Seed round of Acme',
    presenter_name: 'Paul Presenter',
    ...{ start_date: day, start_time: '10:00', start_noon: 'AM', start_zone: 'America/New_York' },
    ...{ end_date: day, end_time: '11:00', end_noon: 'AM', end_zone: 'America/New_York' },
    no_file: true,
    ...change,
  }
}

/** The stack with the jobs that send e-mails, and common steps of pitch tests. */
export interface PitchStack extends Stack {
  /** Creates a pitch through its call. */
  create(owner: PersonName, change?: Partial<Form>): Promise<{ id: number; uuid: string }>
  /** Takes a pitch through actions of its lifecycle, as the room does. */
  take(id: number, ...actions: PitchAction[]): Promise<void>
  /** The e-mails to an address, oldest first, as soon as there are that many. */
  mailsTo(recipient: string, count?: number): Promise<Mail[]>
  /** The token of the join link in an e-mail. */
  tokenIn(mail: Mail | undefined): string
}

export async function startPitchStack(
  environment: Record<string, string> = {},
  parts: Partial<Frame> = {},
): Promise<PitchStack> {
  const stack = await startStack(environment, parts)
  const { db } = stack
  const runner = await startJobs(
    stack.frame,
    { ...inviteJobs, ...pitchJobs, ...planJobs, ...sendJobs } as JobHandlers,
    '# none\n',
  )

  async function mailsTo(recipient: string, count = 1): Promise<Mail[]> {
    for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
      const all = await db.select().from(mailMessage).orderBy(mailMessage.createdAt)
      const mails = all.filter(mail => mail.recipient === recipient)
      if (mails.length >= count) return mails
    }
    throw new Error(`${recipient} did not get ${count} mails`)
  }

  return {
    ...stack,
    create: (owner, change) => stack.as(owner).createPitchByPresenter(pitchForm(change)),
    take: async (id, ...actions) => {
      for (const action of actions) {
        const changed = await db.transaction(tx => changePitchState(tx, { id }, action))
        // what an end leaves to a job may have happened already
        if (!changed && action !== 'finish') throw new Error(`the pitch does not ${action}`)
      }
    },
    mailsTo,
    tokenIn: mail => /access_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '',
    stop: async () => {
      await runner.stop()
      await stack.stop()
    },
  }
}
