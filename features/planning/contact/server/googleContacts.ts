import { CallFailed } from '#contract/call.ts'
import { contactScopes } from '#features/access/social/rules.ts'
import { beginFlow, clearFlowCookie, finishFlow, ownPath } from '#features/access/social/server/flow.ts'
import { google } from '#features/access/social/server/providers/openid.ts'
import { ProviderFailed } from '#features/access/social/server/providers/provider.ts'
import { deleteFlow } from '#features/access/social/server/queries.ts'
import type { Contact, contactCalls, SourceRead } from '#features/planning/contact/contract.ts'
import { type ContactSource, contactSources } from '#features/planning/contact/rules.ts'
import { heldAmong } from '#features/planning/list/server/held.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { type GoogleContact, type ReadSource, readSource } from './people.ts'

export const getContactSources: Handler<typeof contactCalls.getContactSources> = async ({ frame }) => ({
  google: apiOf(frame) !== undefined,
})

const apiOf = ({ settings }: Frame) => settings.social.google && settings.social.googleContacts?.api

/** What the words of a sign-in mean here. */
const refusals = {
  SocialOff: 'ContactsOff',
  SocialProviderDown: 'ContactsDown',
  SocialRefused: 'ContactsRefused',
  SocialStateWrong: 'ContactsStateWrong',
} as const
const refuse = (code: keyof typeof refusals): never => {
  throw new CallFailed(refusals[code])
}

export const startGoogleContacts: Handler<typeof contactCalls.startGoogleContacts> = opensTransactions(
  async context => {
    const { input, actor, frame, fail } = context
    if (!apiOf(frame)) return fail('ContactsOff')
    const of = { provider: 'google', purpose: 'contacts', sessionId: actor.sessionId } as const
    return beginFlow(context, refuse, { ...of, goTo: ownPath(input.redirect) ?? '' })
  },
)

/** [CALL-214] The token ends with the call, whatever the outcome. */
export const importGoogleContacts: Handler<typeof contactCalls.importGoogleContacts> = opensTransactions(
  async context => {
    const { input, actor, frame, fail } = context
    const api = apiOf(frame) ?? fail('ContactsOff')
    const expected = { provider: 'google', answered: input, purposes: ['contacts'] } as const
    const { flow, accessToken, scopes } = await finishFlow(context, refuse, expected)
    try {
      await deleteFlow(frame.db, flow.id)
      clearFlowCookie(context, 'contacts')
      if (flow.sessionId !== actor.sessionId) return fail('ContactsStateWrong')
      const allowed = contactSources.filter(source => scopes.includes(contactScopes[source]))
      if (allowed.length === 0) return fail('ContactsNotAllowed')
      const read = await readAll(frame, { api, accessToken }, allowed)
      const contacts = onceEach(contactSources.flatMap(source => read.get(source)?.contacts ?? []))
      const held = await heldAmong(
        frame,
        frame.db,
        actor.organisationId,
        contacts.flatMap(({ emails }) => emails),
      )
      return {
        go_to: flow.goTo,
        contacts: contacts.map((contact, id): Contact => {
          return { ...contact, id, emails: contact.emails.map(email => ({ email, held: held.has(email) })) }
        }),
        sources: contactSources.map(source => stateOf(source, allowed, read.get(source), contacts)),
      }
    } finally {
      await takeBack(frame, accessToken)
    }
  },
)

type Read = ReadonlyMap<ContactSource, ReadSource>

/** Reads the sources at once. One that Google refuses is left out as long as another one is read. */
async function readAll(
  { log }: Frame,
  { api, accessToken }: { readonly api: string; readonly accessToken: string },
  allowed: readonly ContactSource[],
): Promise<Read> {
  const read = new Map<ContactSource, ReadSource>()
  const failures: ProviderFailed[] = []
  await Promise.all(
    allowed.map(async source => {
      try {
        read.set(source, await readSource(api, accessToken, source))
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error
        log.warn({ provider: 'google', reason: error.message }, 'contacts were not read')
        failures.push(error)
      }
    }),
  )
  if (read.size === 0)
    throw new CallFailed(failures.some(({ kind }) => kind === 'down') ? 'ContactsDown' : 'ContactsRefused')
  return read
}

/** Each address once, with the first contact that has it. */
function onceEach(contacts: readonly GoogleContact[]): GoogleContact[] {
  const seen = new Set<string>()
  return contacts.flatMap(contact => {
    const emails = contact.emails.filter(email => !seen.has(email))
    for (const email of emails) seen.add(email)
    return emails.length > 0 ? [{ ...contact, emails }] : []
  })
}

function stateOf(
  source: ContactSource,
  allowed: readonly ContactSource[],
  read: ReadSource | undefined,
  contacts: readonly GoogleContact[],
): SourceRead {
  const state = read ? 'read' : allowed.includes(source) ? 'refused' : 'notAllowed'
  const own = contacts.filter(contact => contact.source === source)
  return { source, state, contacts: own.length, without: read?.without ?? 0, more: read?.more ?? false }
}

/** Gives the token back to Google. It would end within the hour. */
async function takeBack(frame: Frame, accessToken: string): Promise<void> {
  try {
    await google.revoke?.(frame, accessToken)
  } catch (error) {
    frame.log.warn({ provider: 'google', reason: String(error) }, 'a token was not taken back')
  }
}
