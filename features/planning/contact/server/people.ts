import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { email as address } from '#contract/fields.ts'
import { askProvider, ProviderFailed } from '#features/access/social/server/providers/provider.ts'
import type { ContactSource } from '#features/planning/contact/rules.ts'

/** A person as Google has them; every part may be missing. */
const Person = z.object({
  names: z
    .array(z.object({ displayName: z.string(), givenName: z.string(), familyName: z.string() }).partial())
    .optional(),
  emailAddresses: z.array(z.object({ value: z.string() }).partial()).optional(),
  organizations: z.array(z.object({ name: z.string() }).partial()).optional(),
})
const Page = z.object({
  connections: z.array(Person).optional(),
  otherContacts: z.array(Person).optional(),
  nextPageToken: z.string().optional(),
})
const Refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
})

/** A person with at least one address. */
export interface GoogleContact {
  readonly source: ContactSource
  readonly firstname: string
  readonly lastname: string
  readonly company: string
  /** Lower case. */
  readonly emails: readonly string[]
}

export interface ReadSource {
  readonly contacts: readonly GoogleContact[]
  readonly without: number
  readonly more: boolean
}

/** Other contacts take a readMask, and know no company. */
const queries: Readonly<Record<ContactSource, readonly [path: string, query: Readonly<Record<string, string>>]>> = {
  own: [
    '/v1/people/me/connections',
    { personFields: 'names,emailAddresses,organizations', sortOrder: 'LAST_MODIFIED_DESCENDING' },
  ],
  other: ['/v1/otherContacts', { readMask: 'names,emailAddresses' }],
}
/** As many as Google gives at once. */
const PAGE = 1000
/** The most pages of a source, and the most time for it: a browser waits twelve seconds. */
const MOST_PAGES = 10
const MOST_MS = 6000

/** Reads a source page by page. Fails with what keeps Google from answering; ProviderFailed when there is no answer. */
export async function readSource(api: string, accessToken: string, source: ContactSource): Promise<ReadSource> {
  const [path, query] = queries[source]
  const end = performance.now() + MOST_MS
  const contacts: GoogleContact[] = []
  let without = 0
  let token: string | undefined
  for (let pages = 0; pages < MOST_PAGES && performance.now() < end; pages++) {
    const url = new URL(`${api}${path}`)
    url.search = new URLSearchParams({
      ...query,
      pageSize: String(PAGE),
      ...(token && { pageToken: token }),
    }).toString()
    const answer = await askProvider(source, url, { headers: { authorization: `Bearer ${accessToken}` } })
    if (!answer.ok) throw await refusalOf(source, answer)
    const page = Page.safeParse(await answer.json().catch(() => undefined))
    if (!page.success) throw new ProviderFailed('refused', `${source}: another form than documented`)
    const people = page.data.connections ?? page.data.otherContacts ?? []
    const read = people.flatMap(person => contactOf(source, person) ?? [])
    contacts.push(...read)
    without += people.length - read.length
    token = page.data.nextPageToken
    if (!token) return { contacts, without, more: false }
  }
  return { contacts, without, more: true }
}

/** Why Google refuses, for reasons that the user or the operator can mend. */
async function refusalOf(source: ContactSource, answer: Response): Promise<Error> {
  const body = Refusal.safeParse(await answer.json().catch(() => undefined))
  const { status = '', details = [] } = body.success ? body.data.error : {}
  const reasons = details.map(({ reason }) => reason)
  if (answer.status === 429 || status === 'RESOURCE_EXHAUSTED') return new CallFailed('ContactsLimited')
  if (reasons.includes('SERVICE_DISABLED')) return new CallFailed('ContactsApiOff')
  const why = `${source}: HTTP ${answer.status} ${reasons.join(' ') || status}`.trim()
  return new ProviderFailed(answer.status >= 500 ? 'down' : 'refused', why)
}

const cut = (text: string | undefined, most: number) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most)

/** A contact as a form takes it; undefined without an address that could be invited. */
function contactOf(source: ContactSource, person: z.output<typeof Person>): GoogleContact | undefined {
  const emails = (person.emailAddresses ?? []).flatMap(({ value = '' }) => {
    const read = address.safeParse(value.trim())
    return read.success ? [read.data] : []
  })
  if (emails.length === 0) return undefined
  const [name] = person.names ?? []
  const whole = !name?.givenName && !name?.familyName
  return {
    source,
    firstname: cut(whole ? name?.displayName : name?.givenName, 80),
    lastname: cut(name?.familyName, 80),
    company: cut(person.organizations?.[0]?.name, 120),
    emails: [...new Set(emails)],
  }
}
