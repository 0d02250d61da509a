// Guest mode's veil. Pure and without schemas: the server draws it over what goes out, the browser over what it has.

// of browsers and of Node alike
declare function atob(base64: string): string
declare function btoa(bytes: string): string

/** Whether those who attend are guests without names, and the ids of those who run the pitch, who never are. */
export interface GuestMode {
  readonly on: boolean
  readonly hosts: readonly string[]
}
export const noGuestMode: GuestMode = { on: false, hosts: [] }

/** [PERM-059] What stands where a guest's name would: no word of any language, and the same for everybody. */
export const guestName = (id: string): string => `#${id.slice(0, 4).toUpperCase()}`

/** Whether a name is what a guest is called. */
export const isGuestName = (name: string): boolean => /^#[\dA-F]{4}$/.test(name)

/** Where the id of whoever a `name` belongs to stands beside it; the first that is there counts. */
const owners = ['fromuserid', 'speaker', 'account', 'user_id', 'id'] as const
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Fields = Record<string, unknown>

/** Whose name an object carries: undefined for one without a name, or with the name of a thing. */
function ownerOf(fields: Fields): string | undefined {
  if (typeof fields['name'] !== 'string') return undefined
  const key = owners.find(owner => typeof fields[owner] === 'string')
  const id = key && String(fields[key])
  return id && uuid.test(id) ? id : undefined
}

/** The ids of all people whose names stand anywhere in a value. */
export function peopleNamedIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) peopleNamedIn(one, found)
  else if (typeof value === 'object' && value !== null) {
    const owner = ownerOf(value as Fields)
    if (owner) found.add(owner)
    for (const one of Object.values(value)) peopleNamedIn(one, found)
  }
  return found
}

/** The same value with no name, picture or description of a guest anywhere in it; the very same when it has none. */
export function veil<T>(value: T, isHost: (id: string) => boolean): T {
  if (Array.isArray(value)) {
    const veiled = value.map(one => veil(one, isHost))
    return veiled.some((one, place) => one !== value[place]) ? (veiled as T) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const change: Fields = {}
  for (const [key, one] of Object.entries(fields)) {
    const veiled = veil(one, isHost)
    if (veiled !== one) change[key] = veiled
  }
  if (Array.isArray(fields['notification_members'])) Object.assign(change, veiledMentions(fields, isHost))
  const owner = ownerOf(fields)
  if (owner && !isHost(owner)) Object.assign(change, veiledFields(fields, owner))
  return Object.keys(change).length > 0 ? ({ ...fields, ...change } as T) : value
}

/** Text in which guests are mentioned by what they are called now. */
export function veilMentions(
  text: string,
  mentioned: readonly { readonly id: string; readonly name: string }[],
  isHost: (id: string) => boolean,
): string {
  // a longer name first: "Ann Lee" is not "Ann" with something behind it
  const guests = mentioned.filter(({ id }) => !isHost(id)).sort((a, b) => b.name.length - a.name.length)
  return guests.reduce(
    (words, { id, name }) => (name ? words.replaceAll(`@${name}`, `@${guestName(id)}`) : words),
    text,
  )
}

/** The same of a message as it goes over the wire: base64 of UTF-8. */
function veiledMentions(fields: Fields, isHost: (id: string) => boolean): Fields {
  const content = fields['msg_content']
  if (typeof content !== 'string') return {}
  const text = decodeURIComponent([...atob(content)].map(byte => `%${hex(byte)}`).join(''))
  const veiledText = veilMentions(text, fields['notification_members'] as { id: string; name: string }[], isHost)
  if (veiledText === text) return {}
  const bytes = encodeURIComponent(veiledText).replace(/%(..)/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )
  return { msg_content: btoa(bytes) }
}
const hex = (byte: string) => byte.charCodeAt(0).toString(16).padStart(2, '0')

function veiledFields(fields: Fields, owner: string): Fields {
  const own: Fields = { name: guestName(owner), firstname: guestName(owner) }
  const told = ['name', 'firstname', 'lastname', 'avatar', 'sign', 'company_name', 'linkedin_publicProfileUrl', 'email']
  return Object.fromEntries(
    told.filter(key => key in fields && fields[key] !== (own[key] ?? '')).map(key => [key, own[key] ?? '']),
  )
}
