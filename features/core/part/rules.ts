/** The most people that one call invites. */
export const MAX_INVITEES = 5000
/** [CONST-028] The largest contact list, in bytes: 1 MB. */
export const MAX_CONTACTS_BYTES = 1024 ** 2
/** Its size as it is sent: in UTF-8, in which the Chinese of another encoding takes half as much again. */
export const MAX_CONTACTS_SENT_BYTES = 1.5 * MAX_CONTACTS_BYTES

export interface InviteePerson {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
}

/** Why an entry of a contact list cannot be invited; `known` has an invitation already. */
export const contactProblems = [
  'noEmail',
  'email',
  'twice',
  'known',
  'nameTooLong',
  'formula',
  'characters',
  'quotes',
  'tooMany',
] as const
export type ContactProblem = (typeof contactProblems)[number]

/** One entry of a contact list: whom it names, or what is wrong with it. */
export interface ContactEntry extends InviteePerson {
  /** The line of the list that it stands in, from 1. */
  readonly line: number
  readonly problem?: ContactProblem
}

/** A row of a contact list, as cells. `broken`: its quotes do not close. */
export interface ContactRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly broken?: boolean
}

// The rule of zod's own check, so that the browser says at once what the server would say; a test compares them.
const address = /^([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is an email address, as every call that takes one judges it. */
export const isEmailAddress = (text: string): boolean => {
  const trimmed = text.trim()
  return trimmed.length <= 254 && !trimmed.startsWith('.') && !trimmed.includes('..') && address.test(trimmed)
}

/** The email services that ignore the dots in a name, and their one name. */
const dotless: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/** The address by which a mailbox is known that has several: without the dots that Gmail ignores, under its one name. */
export function mailboxOf(name: string, domain: string): string {
  const service = dotless[domain]
  return service ? `${name.replaceAll('.', '')}@${service}` : `${name}@${domain}`
}

/** [RULE-031] The addresses of a text, separated by commas; semicolons and line breaks are understood as well. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s，；、]+/)
    .map(part => part.trim().toLowerCase())
    .filter(Boolean)

const headings: readonly (readonly [keyof InviteePerson | 'name', RegExp])[] = [
  ['email', /^(e-?mail|mail)([ _-]?address)?$|^(电子)?邮(箱|件)(地址)?$|^(電子)?郵(箱|件)(地址)?$/i],
  ['firstname', /^(first|given)[ _-]?name$|^first$|^名(字)?$/i],
  ['lastname', /^(last|family)[ _-]?name$|^(sur|last)(name)?$|^姓(氏)?$/i],
  ['name', /^(full[ _-]?|display[ _-]?)?name$|^姓名$/i],
]

/** The columns of a heading row; undefined when the row is none. */
function columnsOf(cells: readonly string[]): Map<keyof InviteePerson | 'name', number> | undefined {
  const columns = new Map<keyof InviteePerson | 'name', number>()
  cells.forEach((cell, index) => {
    const heading = headings.find(([, pattern]) => pattern.test(cell.trim()))
    if (heading && !columns.has(heading[0])) columns.set(heading[0], index)
  })
  return columns.has('email') && !cells.some(cell => cell.includes('@')) ? columns : undefined
}

/** "Ada Lovelace" or "Lovelace, Ada" as two names; a Chinese name stays whole. */
function splitName(name: string): Pick<InviteePerson, 'firstname' | 'lastname'> {
  const [last = '', first] = name.split(/,\s*/, 2)
  if (first !== undefined) return { firstname: first.trim(), lastname: last.trim() }
  const words = name.trim().split(/\s+/)
  const lastname = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstname: words.join(' '), lastname }
}

/** A cell that is an address, alone or after a name; in angle brackets or not. */
function personOf(cell: string): InviteePerson {
  const [, name = '', email = cell] =
    /^(.*?)<([^<>]*)>\s*$/.exec(cell.trim()) ?? /^(.*)\s(\S[^\s@]*@\S+)$/.exec(cell.trim()) ?? []
  return { email: email.trim().toLowerCase(), ...splitName(name.replaceAll('"', '').trim()) }
}

/**
 * A cell with several addresses is as many cells, whatever sign stands between them: of commas and semicolons that are
 * mixed only one has parted the list. A sign inside a name, before its address, parts nothing.
 */
function apart(cell: string): string[] {
  if (!cell.includes('@') || startsFormula(cell)) return [cell]
  const parts: string[] = []
  let before = ''
  for (const piece of cell.split(/(?<=[,;，；、])/)) {
    before += piece
    if (!before.includes('@')) continue
    parts.push(before.replace(/[,;，；、]\s*$/, ''))
    before = ''
  }
  return [...parts, before].flatMap(part =>
    !part.includes('<') && part.split('@').length > 2 ? part.split(/\s+/) : [part],
  )
}

/** The people of one row without headings: several addresses are several people, else the other cells are a name. */
function peopleOf(cells: readonly string[]): InviteePerson[] {
  const filled = cells
    .flatMap(apart)
    .map(cell => cell.trim())
    .filter(Boolean)
  const addresses = filled.filter(cell => cell.includes('@') && !startsFormula(cell))
  if (addresses.length > 1 || addresses.length === filled.length) return filled.map(personOf)
  const [email] = addresses
  const names = filled.filter(cell => cell !== email)
  const person = email ? personOf(email) : { email: '', firstname: '', lastname: '' }
  const [firstname = '', lastname = ''] = names
  return [names.length === 1 ? { ...person, ...splitName(firstname) } : { ...person, firstname, lastname }]
}

/** What a spreadsheet would run when the list is opened there. */
const startsFormula = (cell: string): boolean => /^\s*[=@]|^\s*[+-][^@]*[(!]/.test(cell)

function problemOf(person: InviteePerson, seen: ReadonlySet<string>, known: ReadonlySet<string>) {
  const { email, firstname, lastname } = person
  if ([email, firstname, lastname].some(startsFormula)) return 'formula'
  if (!email) return 'noEmail'
  if (!isEmailAddress(email)) return 'email'
  if (/\p{Cc}/u.test(firstname + lastname)) return 'characters'
  if (firstname.length > 80 || lastname.length > 80) return 'nameTooLong'
  if (seen.has(email)) return 'twice'
  return known.has(email) ? 'known' : undefined
}

/**
 * Reads a contact list: [RULE-083] rows of a CSV, or of what was typed or pasted. `known` are the addresses that are
 * invited already, in lower case. Every filled row comes back, so that no person is dropped silently.
 */
export function readContacts(
  rows: readonly ContactRow[],
  known: ReadonlySet<string> = new Set(),
  most = MAX_INVITEES,
): ContactEntry[] {
  const filled = rows.filter(row => row.broken || row.cells.some(cell => cell.trim()))
  const columns = filled[0] && columnsOf(filled[0].cells)
  const seen = new Set<string>()
  const entries: ContactEntry[] = []
  for (const { line, cells, broken } of columns ? filled.slice(1) : filled) {
    const people = broken ? [{ email: cells.join(' ').slice(0, 80), firstname: '', lastname: '' }] : undefined
    for (const person of people ?? (columns ? [fromColumns(columns, cells)] : peopleOf(cells))) {
      const full = seen.size >= most ? 'tooMany' : undefined
      const problem = broken ? 'quotes' : (problemOf(person, seen, known) ?? full)
      entries.push({ line, ...person, ...(problem && { problem }) })
      if (!problem) seen.add(person.email)
    }
  }
  return entries
}

function fromColumns(columns: ReadonlyMap<string, number>, cells: readonly string[]): InviteePerson {
  const cell = (column: string) => (cells[columns.get(column) ?? -1] ?? '').trim()
  const names = { firstname: cell('firstname'), lastname: cell('lastname') }
  return { email: cell('email').toLowerCase(), ...(columns.has('name') ? splitName(cell('name')) : names) }
}

/** What an invited person answers: they come, or they do not. */
export const attendeeAnswers = ['yes', 'no'] as const
export type AttendeeAnswer = (typeof attendeeAnswers)[number]
