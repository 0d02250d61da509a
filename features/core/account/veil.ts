// Guest mode's veil. Pure and small: every browser carries it, and draws it over what it has; the server over what goes out.

// of browsers and of Node alike
declare function atob(base64: string): string
declare function btoa(bytes: string): string

/** Whether attendees are guests without names, and the ids of the pitch's team, who keep theirs. */
export interface GuestMode {
  readonly on: boolean
  readonly hosts: readonly string[]
}
export const noGuestMode: GuestMode = { on: false, hosts: [] }

/** [PERM-059] A guest's number, which replaces the name: no word of any language, and the same for every viewer. */
export const guestName = (id: string): string => `#${id.slice(0, 4).toUpperCase()}`

/** A person's name as a room shows it: a guest's number for an attendee who was invited without a name. */
export const nameOrNumber = (id: string, name: string): string => name || guestName(id)

// biome-ignore lint/suspicious/noExplicitAny: it goes through whatever there is
type Fields = Record<string, any>
type IsHost = (id: string) => boolean
/** A person's new name, by their id and the name so far; undefined: unchanged. */
export type NameOf = (id: string, name: string) => string | undefined

/** Everyone but the hosts gets a guest's number. */
export const exceptHosts =
  (isHost: IsHost): NameOf =>
  id =>
    isHost(id) ? undefined : guestName(id)

/** One person gets a guest's number, in whatever part they were. */
export const onlyOf =
  (account: string): NameOf =>
  id =>
    id === account ? guestName(id) : undefined

/** Whose name an object carries, by the id beside it: undefined for one without a name, or with the name of a thing. */
export function ownerOf(fields: Fields): string | undefined {
  const id = fields['fromuserid'] ?? fields['speaker'] ?? fields['account'] ?? fields['user_id'] ?? fields['id']
  return typeof fields['name'] === 'string' && /^[\da-f-]{36}$/i.test(id) ? id : undefined
}

/** The same value with no name of a guest anywhere in it; the very same when it has none. */
export const veil = <T>(value: T, isHost: IsHost): T => rename(value, exceptHosts(isHost))

/** The same value with every person named as `nameOf` says; the very same object when no name changes. */
export function rename<T>(value: T, nameOf: NameOf): T {
  if (typeof value !== 'object' || value === null) return value
  let fresh: Fields = value
  const set = (key: string, now: unknown) => {
    if (fresh[key] === now) return
    if (fresh === value) fresh = Array.isArray(value) ? [...value] : { ...value }
    fresh[key] = now
  }
  const { notification_members: mentioned, msg_content: encoded, content }: Fields = value
  if (mentioned && encoded) {
    const text = decodeURIComponent(escapeBytes(atob(encoded)))
    const renamed = renameMentions(text, mentioned, nameOf)
    if (renamed !== text) set('msg_content', btoa(unescapeBytes(encodeURIComponent(renamed))))
  }
  for (const [key, one] of Object.entries(value)) if (key !== 'msg_content') set(key, rename(one, nameOf))
  if (mentioned && typeof content === 'string') set('content', renameMentions(content, mentioned, nameOf))
  const owner = ownerOf(value)
  const name = owner && nameOf(owner, fresh['name'])
  if (name) set('name', name)
  return fresh as T
}

/** A person whom a text mentions, by the name behind an @ in it. */
export interface MentionedBy {
  readonly id: string
  readonly name: string
}

/** The text with each mentioned person's current name. Longer names first: "Ann Lee" is not "Ann". */
export const renameMentions = (text: string, mentioned: readonly MentionedBy[], nameOf: NameOf): string =>
  mentioned
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((all, { id, name }) => {
      const now = name && nameOf(id, name)
      return now ? all.replaceAll(`@${name}`, `@${now}`) : all
    }, text)

const escapeBytes = (bytes: string) =>
  bytes.replace(/[\s\S]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
const unescapeBytes = (escaped: string) =>
  escaped.replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
