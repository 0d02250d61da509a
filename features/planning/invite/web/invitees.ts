import type { Language } from '#contract/fields.ts'
import { contactRows } from '#features/core/part/contactRows.ts'
import { type ContactEntry, type InviteePerson, mailboxOf, readContacts } from '#features/core/part/rules.ts'
import type { ContactFile } from '#features/core/part/web/contactFile.ts'

/** The people to invite as they were entered: typed or pasted text, files, and the addresses left out. */
export interface InviteeInput {
  readonly text: string
  readonly files: readonly ({ readonly name: string } & ContactFile)[]
  /** Addresses in lower case. */
  readonly leftOut: readonly string[]
  /** The ids of contact lists. */
  readonly lists?: readonly string[]
  /** The language of all emails; without it each person's own, else the inviter's. */
  readonly language?: Language
}

export const noInvitees: InviteeInput = { text: '', files: [], leftOut: [] }

/** An entry and its file; typed ones have none. */
export interface SourcedEntry extends ContactEntry {
  readonly file?: string
}

export interface Invitees {
  readonly people: readonly InviteePerson[]
  readonly wrong: readonly (SourcedEntry & Required<Pick<ContactEntry, 'problem'>>)[]
  readonly leftOut: readonly InviteePerson[]
  /** Addresses of one mailbox: probably one person, who would be invited twice. */
  readonly doubles: readonly { readonly email: string; readonly other: string }[]
}

/** The people as input of the calls. */
export const invitedIn = (language: Language | undefined, people: Invitees['people']) =>
  people.map(person => ({ ...person, ...(language && { language }) }))

/** Reads all input as one list, so an address in two files counts as twice. */
export function inviteesOf(input: InviteeInput, known: ReadonlySet<string> = new Set()): Invitees {
  const out = new Set(input.leftOut)
  const taken = new Set<string>()
  const people: InviteePerson[] = []
  const leftOut: InviteePerson[] = []
  const wrong: Invitees['wrong'][number][] = []
  for (const { name, text } of [{ name: undefined, text: input.text }, ...input.files])
    for (const entry of readContacts(contactRows(text), known)) {
      const problem = entry.problem ?? (taken.has(entry.email) ? 'twice' : undefined)
      if (problem) wrong.push({ ...entry, problem, ...(name !== undefined && { file: name }) })
      else {
        taken.add(entry.email)
        const { email, firstname, lastname } = entry
        ;(out.has(email) ? leftOut : people).push({ email, firstname, lastname })
      }
    }
  return { people, wrong, leftOut, doubles: doublesOf(people, known) }
}

/** The people whose mailbox another address of the list, or of those who are `known`, has as well. */
function doublesOf(people: readonly InviteePerson[], known: ReadonlySet<string>): Invitees['doubles'] {
  const mailbox = (email: string) => {
    const [name = '', domain = ''] = email.split('@')
    return mailboxOf(name, domain)
  }
  const first = new Map([...known].map(email => [mailbox(email), email]))
  return people.flatMap(({ email }) => {
    const other = first.get(mailbox(email))
    if (other !== undefined) return [{ email, other }]
    first.set(mailbox(email), email)
    return []
  })
}

/** A person as a line that is read as that person again. */
export function lineOf({ email, firstname, lastname }: InviteePerson): string {
  const name = [firstname, lastname].filter(Boolean).join(' ')
  const line = name ? `${name} <${email}>` : email
  const [read] = readContacts(contactRows(line))
  if (read && !read.problem && read.firstname === firstname && read.lastname === lastname) return line
  return [email, firstname, lastname].map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')
}
