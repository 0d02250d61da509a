import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Sent } from '#contract/call.ts'
import { policyVersions } from '#features/access/policy/rules.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { registrationJobs } from '#features/access/registration/server/jobs.ts'
import { account } from '#features/core/account/server/tables.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import type { Frame } from '#server/frame.ts'
import { type JobHandlers, startJobs } from '#server/jobs/jobs.ts'
import { mailsTo } from './outbox.ts'
import { goodPassword } from './passwords.ts'
import { type Stack, startStack } from './startStack.ts'

/** The policies that a person has to agree to when registering. */
export const agreed = {
  terms_version: policyVersions.terms_of_service,
  privacy_version: policyVersions.privacy_policy,
}

/** A registering person's input. */
export const form = (
  change: Partial<Sent<typeof registrationCalls.register>> & { email: string },
): Sent<typeof registrationCalls.register> => ({
  firstname: 'Nora',
  lastname: 'Newcomer',
  password: goodPassword,
  ...agreed,
  ...change,
})

/** The stack with the jobs that mail codes and links, and access to the mailed ones. */
export interface RegistrationStack extends Stack {
  /** The newest e-mail to an address, as soon as there are that many of this kind. */
  mailOf(recipient: string, kind: string, count?: number): Promise<{ text: string; html: string; subject: string }>
  /** The code of the newest invitation to an address. */
  inviteCodeOf(recipient: string): Promise<string>
  /** The last six digits mailed to an address. */
  emailCodeOf(recipient: string, count?: number): Promise<string>
  /** The code of the newest link to open an account. */
  activationOf(recipient: string, count?: number): Promise<string>
  accountOf(email: string): Promise<typeof account.$inferSelect | undefined>
}

export async function startRegistrationStack(
  environment: Record<string, string> = {},
  parts: Partial<Frame> = {},
): Promise<RegistrationStack> {
  const stack = await startStack(environment, parts)
  const { db } = stack
  const runner = await startJobs(stack.frame, { ...registrationJobs, ...inviteJobs } as JobHandlers, '# none\n')

  async function mailOf(recipient: string, kind: string, count = 1) {
    for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
      const mails = await mailsTo(db, recipient, kind)
      const [newest] = mails
      if (newest && mails.length >= count) return newest
    }
    throw new Error(`${recipient} did not get ${count} mails of ${kind}`)
  }
  const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

  return {
    ...stack,
    mailOf,
    inviteCodeOf: async recipient =>
      found((await mailOf(recipient, 'consoleInvitation')).text, /invite_code=([\w-]{43})\s/),
    emailCodeOf: async (recipient, count) =>
      found((await mailOf(recipient, 'registrationCode', count)).text, /: (\d{4} \d{4})\n/).replace(' ', ''),
    activationOf: async (recipient, count) =>
      found((await mailOf(recipient, 'activation', count)).text, /\/activate-(?:investor-)?account\/([\w-]{43})\s/),
    accountOf: async email => (await db.select().from(account).where(eq(account.email, email)))[0],
    stop: async () => {
      await runner.stop()
      await stack.stop()
    },
  }
}
